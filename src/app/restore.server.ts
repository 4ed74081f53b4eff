import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { type Kysely, sql, type Transaction } from "kysely";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import {
  createImageStore,
  type ImageStore,
  isImageId,
} from "../features/images/image-store.server.ts";
import { createEarlierDatabase, type Database } from "../db/database.server.ts";
import type { Tables } from "../db/database-tables.server.ts";
import { asLongWork } from "../db/database-wait.server.ts";
import { UserError } from "../server/errors.server.ts";
import {
  BACKUP_FORMAT,
  BACKUP_TABLES,
  type BackupCount,
  BackupLine,
  type BackupRow,
  NEVER_EMPTY_TABLES,
  SCHEMA,
} from "./backup.server.ts";

const ROWS_AT_ONCE = 500; // SQLite binds 32,000 values in one statement at most

/**
 * Fills an empty database of either engine, with all of a backup or nothing.
 * @throws UserError when the file is no whole backup of this schema, or the database has data
 */
export async function restoreBackup(
  database: Pick<Database, "kysely">,
  images: Pick<ImageStore, "put">,
  file: string,
  schema = SCHEMA,
): Promise<BackupCount> {
  // Read to its end first, since pictures cannot be taken back with the transaction.
  await checkBackup(file, schema);
  const count: BackupCount = { rows: 0, images: 0 };
  const restoring = database.kysely.transaction();
  await asLongWork(() =>
    restoring.execute(async (writing) => {
      const tables = await tablesOf(writing);
      await requireEmpty(writing, tables);
      for (const name of tables.toReversed()) await writing.deleteFrom(name).execute();
      const rows = collectRows(writing, tables);
      for await (const line of readBackup(file, schema)) {
        if ("row" in line) {
          await rows.add(line.table, line.row);
          count.rows++;
        } else if ("image" in line) {
          await rows.flush();
          await images.put(line.image, Buffer.from(line.webp, "base64"));
          count.images++;
        }
      }
      await rows.flush();
    }),
  );
  return count;
}

/** The earlier schema of a backup; null when it is this version's, or unknown. */
export async function earlierSchemaOf(file: string): Promise<string | null> {
  const schema = await schemaOfBackup(file);
  return schema !== SCHEMA && Object.hasOwn(MIGRATIONS, schema) ? schema : null;
}

/** Into a new embedded database, which opening brings up to date. @throws UserError as `restoreBackup` */
export async function restoreEarlier(file: string, schema: string, dataDir: string): Promise<void> {
  const earlier = await createEarlierDatabase(dataDir, schema);
  try {
    const images = await createImageStore(earlier, dataDir);
    await restoreBackup(earlier, images, file, schema);
  } finally {
    await earlier.close();
  }
}

/** @throws UserError when the file is no whole backup of this schema */
async function checkBackup(file: string, schema: string): Promise<void> {
  const lines = readBackup(file, schema);
  while (!(await lines.next()).done);
}

async function schemaOfBackup(file: string): Promise<string> {
  try {
    for await (const text of unpackedLines(file)) return headOf(parseLine(text, 1)).schema;
  } catch (error) {
    throw asUserError(error);
  }
  throw notWhole("its end is missing");
}

async function tablesOf(db: Kysely<Tables>): Promise<(keyof Tables)[]> {
  const present = new Set((await db.introspection.getTables()).map(({ name }) => name));
  // A new database has noted its own changes.
  const all: (keyof Tables)[] = [...BACKUP_TABLES.map(({ name }) => name), "catalogue_changes"];
  return all.filter((name) => present.has(name));
}

async function requireEmpty(db: Kysely<Tables>, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    if (NEVER_EMPTY_TABLES.includes(name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) {
      throw new UserError(409, "The database holds data already. Restore into an empty one.");
    }
  }
}

function collectRows(writing: Transaction<Tables>, tables: readonly string[]) {
  const fillable = new Set(tables);
  let table = "";
  let waiting: BackupRow[] = [];
  async function flush(): Promise<void> {
    const rows = waiting;
    waiting = [];
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) return;
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = rows.map(
      (row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`,
    );
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(
      writing,
    );
  }
  return {
    flush,
    async add(name: string, row: BackupRow): Promise<void> {
      if (!fillable.has(name)) throw notWhole(`it has rows of an unknown table, ${name}`);
      if (name !== table || waiting.length >= ROWS_AT_ONCE) await flush();
      table = name;
      waiting.push(row);
    },
  };
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
      // A row that the database refuses must come before anything is in the folder of pictures.
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
  // Its failure is also that of the unpacked stream.
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

/** @param number of the line, from 1 */
function parseLine(text: string, number: number): BackupLine {
  const { data: line } = BackupLine.safeParse(jsonOf(text));
  if (!line) throw notWhole(number === 1 ? "it is no backup" : `line ${number} cannot be read`);
  if ("image" in line && !isImageId(line.image)) {
    throw notWhole(`line ${number} gives a picture a name that no uploaded picture has`);
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

function headOf(line: BackupLine) {
  if (!("format" in line) || line.format !== BACKUP_FORMAT) throw notWhole("it is no backup");
  return line;
}

function requireSchema(schema: string, wanted: string): void {
  if (schema === wanted) return;
  throw notWhole(
    `another version of this program made it (schema ${schema}, this one has ${wanted})`,
  );
}
