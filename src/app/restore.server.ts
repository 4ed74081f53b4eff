import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import {
  createImageStore,
  type ImageStore,
  isImageId,
} from "../features/pictures/image-store.server.ts";
import { createEarlierDatabase, type Database } from "../db/database.server.ts";
import { UserError } from "../base/errors.server.ts";
import { refillTables, type TableWriter } from "./backup.db.server.ts";
import {
  BACKUP_FORMAT,
  BACKUP_TABLES,
  type BackupCount,
  BackupLine,
  NEVER_EMPTY_TABLES,
  SCHEMA,
} from "./backup.server.ts";

/**
 * Fills an empty database of either engine, with a whole backup or nothing.
 * @throws UserError when the file is not a complete backup of this schema or the database has data
 */
export async function restoreBackup(
  database: Pick<Database, "write">,
  images: Pick<ImageStore, "put">,
  file: string,
  schema = SCHEMA,
): Promise<BackupCount> {
  // Check the whole file first, because pictures cannot be rolled back with the transaction.
  await checkBackup(file, schema);
  const count: BackupCount = { rows: 0, images: 0 };
  async function fill({ tables, add, flush }: TableWriter): Promise<void> {
    for await (const line of readBackup(file, schema)) {
      if ("row" in line) {
        const { table, row } = line;
        if (!tables.has(table)) throw notWhole(`it has rows of an unknown table, ${table}`);
        await add(table, row);
        count.rows++;
      } else if ("image" in line) {
        await flush();
        await images.put(line.image, Buffer.from(line.webp, "base64"));
        count.images++;
      }
    }
    await flush();
  }
  const mayHaveRows = (table: string) => NEVER_EMPTY_TABLES.includes(table);
  await refillTables(database, RESTORED_TABLES, mayHaveRows, hasData, fill);
  return count;
}

// A new database has already recorded changes of its own.
const RESTORED_TABLES = [...BACKUP_TABLES.map(({ name }) => name), "catalogue_changes"] as const;

function hasData(): UserError {
  return new UserError(409, "The database already has data. Restore into an empty one.");
}

/** Returns the earlier schema of a backup, or null when it is this version's or unknown. */
export async function earlierSchemaOf(file: string): Promise<string | null> {
  const { schema } = await headOfBackup(file);
  return schema !== SCHEMA && Object.hasOwn(MIGRATIONS, schema) ? schema : null;
}

/**
 * Restores into a new embedded database; opening it upgrades the schema.
 * @throws UserError like `restoreBackup`
 */
export async function restoreEarlier(file: string, schema: string, dataDir: string): Promise<void> {
  const earlier = await createEarlierDatabase(dataDir, schema);
  try {
    const images = await createImageStore(earlier);
    await restoreBackup(earlier, images, file, schema);
  } finally {
    await earlier.close();
  }
}

/** What a backup holds, see `npm run restore -- --check`. */
export interface BackupSummary extends Omit<BackupHead, "format"> {
  /** rows by the name of their table; empty tables are left out */
  tables: Record<string, number>;
  images: number;
}

/**
 * Reads a whole backup.
 * @param schema the schema that it must have; by default any that this version knows
 * @throws UserError when the file is not a complete backup
 */
export async function checkBackup(file: string, schema?: string): Promise<BackupSummary> {
  const head = await headOfBackup(file);
  const summary: BackupSummary = { ...head, tables: {}, images: 0 };
  for await (const line of readBackup(file, schema ?? head.schema)) {
    if ("row" in line) summary.tables[line.table] = (summary.tables[line.table] ?? 0) + 1;
    else if ("image" in line) summary.images++;
  }
  return summary;
}

async function headOfBackup(file: string): Promise<BackupHead> {
  try {
    for await (const text of unpackedLines(file)) return headOf(parseLine(text, 1));
  } catch (error) {
    throw asUserError(error);
  }
  throw notWhole("its end is missing");
}

function notWhole(reason: string): UserError {
  return new UserError(422, `This file cannot be restored: ${reason}.`);
}

function asUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  return notWhole(error instanceof Error ? error.message : String(error));
}

async function* readBackup(file: string, schema: string): AsyncGenerator<BackupLine> {
  const hash = createHash("sha256");
  let lines = 0;
  let hasPictures = false;
  let isWhole = false;
  try {
    for await (const text of unpackedLines(file)) {
      if (isWhole) throw notWhole("something follows its end");
      const line = parseLine(text, lines + 1);
      if ("end" in line) {
        isWhole = line.lines === lines && line.sha256 === hash.digest("hex");
        if (!isWhole) throw notWhole("it has been changed or parts of it are missing");
        continue;
      }
      // The rows come first, because a row that the database refuses must fail before any picture is written
      // to the folder.
      if (hasPictures && !("image" in line)) throw notWhole(`line ${lines + 1} is out of order`);
      hasPictures = "image" in line;
      if (lines === 0) requireSchema(headOf(line).schema, schema);
      else yield line;
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

type BackupHead = Extract<BackupLine, { format: string }>;

function headOf(line: BackupLine): BackupHead {
  if (!("format" in line) || line.format !== BACKUP_FORMAT) throw notWhole("it is not a backup");
  return line;
}

function requireSchema(schema: string, wanted: string): void {
  if (schema === wanted) return;
  throw notWhole(
    `another version of this program made it (schema ${schema}, this one has ${wanted})`,
  );
}
