import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import { createImageStore, isImageId } from "../features/pictures/image-store.db.server.ts";
import { createEarlierDatabase, type Database } from "../db/database.server.ts";
import { reasonOf, UserError } from "../base/errors.server.ts";
import { refillTables, type TableWriter } from "./backup.db.server.ts";
import {
  BACKUP_TABLES,
  type BackupCount,
  BackupLine,
  NEVER_EMPTY_TABLES,
  SCHEMA,
  UNUSED_TABLE,
} from "./backup.server.ts";

/**
 * Fills an empty database of either engine, with a whole backup or nothing.
 * @param checked by `checkBackup`, because pictures cannot be rolled back with the transaction
 * @throws UserError when the database has data or refuses the backup's rows
 */
export async function restoreBackup(
  database: Pick<Database, "read" | "write" | "filesFolder">,
  { file }: BackupSummary,
): Promise<BackupCount> {
  const count: BackupCount = { rows: 0, images: 0 };
  const images = await createImageStore(database, false);
  async function fill({ add, flush }: TableWriter): Promise<void> {
    for await (const line of readBackup(file)) {
      if ("row" in line) {
        await add(line.table, line.row);
        count.rows++;
      } else if ("image" in line) {
        await flush();
        await images.put(line.image, Buffer.from(line.webp, "base64"));
        count.images++;
      }
    }
    await flush();
  }
  try {
    await refillTables(database, RESTORED_TABLES, NEVER_EMPTY_TABLES, fill);
  } catch (error) {
    throw asUserError(error);
  }
  return count;
}

// A new database has already recorded changes of its own.
const RESTORED_TABLES = [...BACKUP_TABLES.map(({ name }) => name), "catalogue_changes"] as const;

/** Restores into a new embedded database; opening it upgrades the schema. */
export async function restoreEarlier(checked: BackupSummary, dataDir: string): Promise<void> {
  const earlier = await createEarlierDatabase(dataDir, checked.schema);
  try {
    await restoreBackup(earlier, checked);
  } finally {
    await earlier.close();
  }
}

/** What a backup holds, see `npm run restore -- --check`. */
export interface BackupSummary {
  file: string;
  schema: string;
  madeAt: string;
  release?: string; // missing before November 2026
  /** rows by the name of their table; empty tables are left out */
  tables: Record<string, number>;
  images: number;
}

/**
 * Reads a whole backup.
 * @throws UserError when the file is not a complete backup
 */
export async function checkBackup(file: string): Promise<BackupSummary> {
  const summary: BackupSummary = { file, schema: "", madeAt: "", tables: {}, images: 0 };
  for await (const line of readBackup(file)) {
    if ("format" in line) Object.assign(summary, line);
    else if ("row" in line) summary.tables[line.table] = (summary.tables[line.table] ?? 0) + 1;
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
  let hasPictures = false;
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
      // The rows come first, because a row that the database refuses must fail before any picture is written
      // to the folder.
      if (hasPictures && !("image" in line)) throw notWhole(`line ${lines + 1} is out of order`);
      hasPictures = "image" in line;
      if (!("row" in line && line.table === UNUSED_TABLE)) yield line;
      hash.update(`${text}\n`);
      lines++;
    }
  } catch (error) {
    throw asUserError(error);
  }
  if (!isWhole) throw notWhole("its end is missing");
}

async function* unpackedLines(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  // The unpacked stream reports the same failure.
  pipeline(createReadStream(file), unpacked).catch(() => undefined);
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of unpacked) {
    const lines = (rest + decoder.write(chunk as Buffer)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** @param number line number, counted from 1 */
function parseLine(text: string, number: number): BackupLine {
  const { data: line } = BackupLine.safeParse(jsonOf(text));
  if (!line) throw notWhole(number === 1 ? "it is not a backup" : `line ${number} cannot be read`);
  if ("image" in line && !isImageId(line.image)) {
    throw notWhole(`line ${number} has an invalid picture name`);
  }
  return line;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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
