import { createHash, type Hash } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { z } from "zod";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import { createImageStore } from "../features/pictures/image-store.db.server.ts";
import type { Database } from "../db/database.server.ts";
import type { Tables } from "../db/database-tables.server.ts";
import { reasonOf, UserError } from "../base/errors.server.ts";
import { type BackupRow, readTables } from "./backup.db.server.ts";
import { syncFolder } from "../db/database-folder.server.ts";
import { RELEASE } from "../server/release.server.ts";

/**
 * A backup is a gzip of JSON lines, the same for both engines: a header, one line for each row and each
 * picture, and a footer with the hash of everything before it. A file without the footer is incomplete.
 */
export const BACKUP_FORMAT = "ev-catalogue-backup";
export const UNFINISHED = ".unfinished";
const PRIVATE_FILE = 0o600; // the file contains password hashes and signing keys

export const SCHEMA = Object.keys(MIGRATIONS).toSorted().at(-1) ?? "";

/**
 * The tables in the order in which rows can be restored: referenced tables come first. `key` identifies a
 * row.
 */
export const BACKUP_TABLES = [
  { name: "catalogue", key: ["id"] },
  { name: "id_sequences", key: ["name"] },
  { name: "signing_keys", key: ["purpose"] },
  { name: "models", key: ["id"] },
  { name: "model_aliases", key: ["id"] },
  { name: "ev_rows", key: ["id"] },
  { name: "row_changes", key: ["id"] },
  { name: "imports", key: ["id"] },
  { name: "import_updates", key: ["import_id", "row_id"] },
  { name: "claims", key: ["id"] },
  { name: "removed_claims", key: ["id"] },
  { name: "claim_imports", key: ["id"] },
  { name: "corrections", key: ["id"] },
  { name: "votes", key: ["visitor", "model_id"] },
  { name: "deleted_models", key: ["id"] },
  { name: "vote_stats", key: ["model_id"] },
  { name: "reviews", key: ["id"] },
  { name: "review_flags", key: ["review_id", "visitor"] },
  { name: "users", key: ["id"] },
  { name: "list_views", key: ["id"] },
  { name: "invitations", key: ["code_hash"] },
  { name: "idempotency_keys", key: ["key_hash"] },
  { name: "activity", key: ["id"] },
] as const satisfies readonly { name: keyof Tables; key: readonly string[] }[];

/** Nothing uses it any more: backups of earlier releases have it, and an earlier release needs it in the schema. */
export const UNUSED_TABLE = "import_mappings";

export const NEVER_EMPTY_TABLES: readonly string[] = [
  "catalogue",
  "id_sequences",
  "signing_keys",
  "invitations",
  "catalogue_changes",
];

const isTextOrNumber = (cell: unknown) => typeof cell === "string" || typeof cell === "number";

function isBackupRow(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((cell) => cell === null || isTextOrNumber(cell));
}

export const BackupLine = z.union([
  z.strictObject({
    table: z.enum([...BACKUP_TABLES.map(({ name }) => name), UNUSED_TABLE]),
    row: z.custom<BackupRow>(isBackupRow),
  }),
  z.strictObject({ image: z.string(), webp: z.string() }),
  z.strictObject({
    format: z.literal(BACKUP_FORMAT),
    schema: z.string(),
    madeAt: z.string(),
    release: z.string().optional(), // missing before November 2026
  }),
  z.strictObject({ end: z.literal(true), lines: z.int(), sha256: z.string() }),
]);
export type BackupLine = z.output<typeof BackupLine>;

export interface BackupCount {
  rows: number;
  images: number;
}

/**
 * Writes all rows in one snapshot, and the pictures. The file is either complete or absent.
 * @throws UserError 409 when the file exists
 */
export async function writeBackup(database: Database, file: string): Promise<BackupCount> {
  const count: BackupCount = { rows: 0, images: 0 };
  if (existsSync(file)) throw new UserError(409, `${file} already exists.`);
  const unfinished = file + UNFINISHED;
  const handle = await open(unfinished, "wx", PRIVATE_FILE).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
  try {
    const lines = readLines(database, count);
    const synced = handle.createWriteStream({ flush: true });
    await pipeline(Readable.from(lines), withEnd(), createGzip(), synced);
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
  for await (const line of readTables(database, BACKUP_TABLES)) {
    count.rows++;
    yield line;
  }
  const images = await createImageStore(database, false);
  for (const id of await images.list()) {
    const webp = await images.get(id);
    if (!webp) continue;
    count.images++;
    yield { image: id, webp: webp.toString("base64") };
  }
}

function withEnd(): Transform {
  const hash: Hash = createHash("sha256");
  let lines = 0;
  const textOf = (line: BackupLine) => `${JSON.stringify(line)}\n`;
  return new Transform({
    writableObjectMode: true,
    transform(line: BackupLine, _encoding, done) {
      const text = textOf(line);
      hash.update(text);
      lines++;
      done(null, text);
    },
    flush(done) {
      done(null, textOf({ end: true, lines, sha256: hash.digest("hex") }));
    },
  });
}
