import {
  createEarlierDatabase,
  type Database,
  openDatabaseForCommand,
} from "../db/database.server.ts";
import { reasonOf, UserError } from "../base/errors.server.ts";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import {
  adoptPictureFiles,
  createImageStore,
  isImageId,
} from "../features/pictures/image-store.db.server.ts";
import { syncFolder } from "../db/database-folder.server.ts";
import { RELEASE } from "../server/release.server.ts";
import type { Db, Transaction } from "../db/database-tables.server.ts";
import {
  BACKUP_TABLES,
  BackupRow,
  createTableWriter,
  emptyTables,
  readTables,
  UNUSED_TABLES,
} from "./backup.db.server.ts";

/**
 * A backup is a gzip of JSON lines, the same for both engines: a header, one line for each row and each
 * picture, and a footer with the hash of everything before it. A file without the footer is incomplete.
 */
export const BACKUP_FORMAT = "ev-catalogue-backup";
export const UNFINISHED = ".unfinished";
const PRIVATE_FILE = 0o600; // the file contains password hashes and signing keys

export const SCHEMA = Object.keys(MIGRATIONS).toSorted().at(-1) ?? "";

const BackupLine = z.union([
  z.strictObject({
    table: z.enum([...BACKUP_TABLES.map(({ name }) => name), ...UNUSED_TABLES]),
    row: BackupRow,
  }),
  z.strictObject({ image: z.string().refine(isImageId), webp: z.string() }),
  z.strictObject({
    format: z.literal(BACKUP_FORMAT),
    schema: z.string(),
    madeAt: z.string(),
    release: z.string().optional(), // missing before November 2026
  }),
  z.strictObject({ end: z.literal(true), lines: z.int(), sha256: z.string() }),
]);
type BackupLine = z.output<typeof BackupLine>;

export interface BackupCount {
  rows: number;
  images: number;
}

/** Writes all rows in one snapshot, and the pictures, or no file at all. @throws UserError 409 when it exists */
export async function writeBackup(database: Database, file: string): Promise<BackupCount> {
  const count: BackupCount = { rows: 0, images: 0 };
  if (existsSync(file)) throw new UserError(409, `${file} already exists.`);
  const unfinished = file + UNFINISHED;
  const handle = await open(unfinished, "wx", PRIVATE_FILE).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
  try {
    const synced = handle.createWriteStream({ flush: true });
    await pipeline(withEnd(readLines(database, count)), createGzip(), synced);
    await rename(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw cannotWrite(file, error);
  }
  return count;
}

function cannotWrite(file: string, cause: unknown): UserError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "EEXIST") {
    const sentence = "another backup is writing it, or one was interrupted: then remove it";
    return new UserError(409, `${file}${UNFINISHED} exists: ${sentence}.`);
  }
  const reason = code === "ENOENT" ? "its folder does not exist" : reasonOf(cause);
  return new UserError(500, `${file} cannot be written: ${reason}.`, { cause });
}

async function* readLines(database: Database, count: BackupCount): AsyncGenerator<BackupLine> {
  yield {
    format: BACKUP_FORMAT,
    schema: SCHEMA,
    madeAt: new Date().toISOString(),
    release: RELEASE,
  };
  for await (const line of readTables(database)) {
    count.rows++;
    yield line;
  }
  await adoptPictureFiles(database);
  const images = createImageStore(database);
  for (const id of await images.list()) {
    const webp = await images.get(id);
    if (!webp) continue;
    count.images++;
    yield { image: id, webp: webp.toString("base64") };
  }
}

async function* withEnd(lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const textOf = (line: BackupLine) => `${JSON.stringify(line)}\n`;
  let count = 0;
  for await (const line of lines) {
    const text = textOf(line);
    hash.update(text);
    count++;
    yield text;
  }
  yield textOf({ end: true, lines: count, sha256: hash.digest("hex") });
}

/**
 * Fills an empty database of either engine with a whole backup, or with nothing.
 * @throws UserError when the database has data or refuses the rows
 */
export async function restoreBackup(
  { write }: Pick<Database, "write">,
  { file }: BackupSummary,
): Promise<BackupCount> {
  return write
    .transaction()
    .execute(async (tx) => ({
      rows: await restoreRows(tx, file),
      images: await restorePictures(tx, file),
    }))
    .catch((error: unknown) => {
      throw asUserError(error);
    });
}

/** Restores into a new embedded database and upgrades its schema; the first schemas had no table for pictures. */
export async function restoreEarlier(
  { file, schema }: BackupSummary,
  dataDir: string,
): Promise<void> {
  const earlier = await createEarlierDatabase(dataDir, schema);
  try {
    await earlier.write.transaction().execute((tx) => restoreRows(tx, file));
  } catch (error) {
    throw asUserError(error);
  } finally {
    await earlier.close();
  }
  const upgraded = await openDatabaseForCommand({ dataDir, databaseUrl: null });
  try {
    await restorePictures(upgraded.write, file);
  } finally {
    await upgraded.close();
  }
}

async function restoreRows(tx: Transaction, file: string): Promise<number> {
  const { add, flush } = createTableWriter(tx);
  let rows = 0;
  await emptyTables(tx);
  for await (const line of readBackup(file)) {
    if (!("row" in line)) continue;
    await add(line.table, line.row);
    rows++;
  }
  await flush();
  return rows;
}

async function restorePictures(db: Db, file: string): Promise<number> {
  const { put } = createImageStore({ read: db, write: db });
  let images = 0;
  for await (const line of readBackup(file)) {
    if (!("image" in line)) continue;
    await put(line.image, Buffer.from(line.webp, "base64"));
    images++;
  }
  return images;
}

/** What a backup holds, see `npm run restore -- --check`. */
export interface BackupSummary extends BackupCount {
  file: string;
  schema: string;
  madeAt: string;
  release?: string; // missing before November 2026
}

/** Reads a whole backup. @throws UserError when the file is not a complete one */
export async function checkBackup(file: string): Promise<BackupSummary> {
  const summary: BackupSummary = { file, schema: "", madeAt: "", rows: 0, images: 0 };
  for await (const line of readBackup(file)) {
    if ("format" in line) Object.assign(summary, line);
    else if ("row" in line) summary.rows++;
    else if ("image" in line) summary.images++;
  }
  return summary;
}

function notWhole(reason: string): UserError {
  return new UserError(422, `This file cannot be restored: ${reason}.`);
}

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder",
  Z_BUF_ERROR: "its end is missing",
  Z_DATA_ERROR: "it has been changed or parts of it are missing",
};

function asUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  const reason = reasonOf(error);
  if (reason === "incorrect header check") return notWhole("it is not a backup");
  const { code } = error as NodeJS.ErrnoException;
  return notWhole(REASONS[code ?? ""] ?? reason);
}

async function* readBackup(file: string): AsyncGenerator<BackupLine> {
  const hash = createHash("sha256");
  let lines = 0;
  let isWhole = false;
  try {
    for await (const text of unpackedLines(file)) {
      if (isWhole) throw notWhole("something follows its end");
      const line = parseLine(text, lines + 1);
      if (lines === 0) requireHead(line);
      if ("end" in line) {
        isWhole = line.lines === lines && line.sha256 === hash.digest("hex");
        if (!isWhole) throw notWhole("it has been changed or parts of it are missing");
        continue;
      }
      const isUnused = "row" in line && UNUSED_TABLES.some((name) => name === line.table);
      if (!isUnused) yield line;
      hash.update(`${text}\n`);
      lines++;
    }
  } catch (error) {
    throw asUserError(error);
  }
  if (!isWhole) throw notWhole("its end is missing");
}

async function* unpackedLines(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip().setEncoding("utf8");
  // The unpacked stream reports the same failure.
  pipeline(createReadStream(file), unpacked).catch(() => undefined);
  let rest = "";
  for await (const chunk of unpacked) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function parseLine(text: string, number: number): BackupLine {
  try {
    return BackupLine.parse(JSON.parse(text));
  } catch {
    throw notWhole(number === 1 ? "it is not a backup" : `line ${number} cannot be read`);
  }
}

/** @throws UserError also when this version does not know its schema */
function requireHead(line: BackupLine): void {
  if (!("format" in line)) throw notWhole("it is not a backup");
  const { schema } = line;
  if (Object.hasOwn(MIGRATIONS, schema)) return;
  throw notWhole(
    `another version of this program made it (schema ${schema}, this one has ${SCHEMA})`,
  );
}
