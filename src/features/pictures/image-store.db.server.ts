import { sql } from "kysely";
import type { Database } from "../../db/database.server.ts";
import type { Db } from "../../db/database-tables.server.ts";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repeatEvery } from "../../base/repeat.server.ts";
import { inBatches } from "../../server/yield-often.server.ts";

export type ImageStore = ReturnType<typeof createImageStore>;

/** Stores uploaded pictures as WebP by id. A stored picture never changes. */
export function createImageStore({ read, write }: { read: Db; write: Db }) {
  return {
    async has(id: string): Promise<boolean> {
      const row = await read
        .selectFrom("uploaded_images")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Counts it as uploaded now. @returns false when there is no such picture */
    async renew(id: string): Promise<boolean> {
      const renewed = await write
        .updateTable("uploaded_images")
        .set({ created_at: new Date().toISOString() })
        .where("id", "=", id)
        .executeTakeFirst();
      return renewed.numUpdatedRows > 0n;
    },
    /** When this resolves, the picture is on disk. Does not overwrite an existing one. */
    async put(id: string, webp: Buffer): Promise<void> {
      await write
        .insertInto("uploaded_images")
        .values({ id, webp, created_at: new Date().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async list(): Promise<string[]> {
      const rows = await read.selectFrom("uploaded_images").select("id").orderBy("id").execute();
      return rows.map(({ id }) => id);
    },
    async get(id: string): Promise<Buffer | undefined> {
      const row = await read
        .selectFrom("uploaded_images")
        .select("webp")
        .where("id", "=", id)
        .executeTakeFirst();
      return row && Buffer.from(row.webp);
    },
  };
}

const MENTION = "%/images/upload/%";

const PICTURE_IDS = /\/images\/upload\/(?:[^/"\s]+\/)?([0-9a-f]{32})/g;

/** The pictures of our own that a row, activity entry or undoable import refers to. */
async function readUsedPictures({ read }: Database): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    select image as text from ev_rows where image like ${MENTION}
    union all select before_values from activity where before_values like ${MENTION}
    union all select after_values from activity where after_values like ${MENTION}
    union all select changes from import_updates where changes like ${MENTION}`.execute(read);
  return new Set(
    rows.flatMap(({ text }) => Array.from(text.matchAll(PICTURE_IDS), ([, id = ""]) => id)),
  );
}

/** An upload may belong to a form that is not saved yet. */
const KEPT_UNUSED_MS = 24 * 3_600_000;
const REMOVE_UNUSED_EVERY_MS = 24 * 3_600_000;
const FIRST_REMOVAL_MS = 60_000;

export function isImageId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** Copies pictures in use into the database that earlier releases kept as files next to it; they still need these. */
export async function adoptPictureFiles(database: Database): Promise<void> {
  const { filesFolder } = database;
  const folder = filesFolder === null ? "" : join(filesFolder, "uploads");
  if (!existsSync(folder)) return;
  const { list, put } = createImageStore(database);
  const known = new Set(await list());
  const idOf = (file: string) => file.replace(/\.webp$/, "");
  const missing = (await readdir(folder)).filter((file) => !known.has(idOf(file)));
  // Usually there are none, and the next read takes long.
  if (missing.length === 0) return;
  const used = await readUsedPictures(database);
  for (const file of missing) {
    if (used.has(idOf(file))) await put(idOf(file), await readFile(join(folder, file)));
  }
}

/**
 * Removes pictures that no row, activity entry or undoable import refers to. Recent uploads stay.
 * @returns how many were removed
 */
export async function removeUnusedPictures(database: Database, now: number): Promise<number> {
  const stored = await createImageStore(database).list();
  const used = await readUsedPictures(database);
  const unused = stored.filter((id) => !used.has(id));
  const before = new Date(now - KEPT_UNUSED_MS).toISOString();
  let removed = 0;
  for await (const ids of inBatches(unused, 1000)) {
    const { numDeletedRows } = await database.write
      .deleteFrom("uploaded_images")
      .where("id", "in", ids)
      .where("created_at", "<", before)
      .executeTakeFirstOrThrow();
    removed += Number(numDeletedRows);
  }
  return removed;
}

/** @returns a function that stops it */
export function watchUnusedPictures(database: Database, report: (error: unknown) => void) {
  const removeUnused = () => removeUnusedPictures(database, Date.now()).catch(report);
  return repeatEvery(REMOVE_UNUSED_EVERY_MS, removeUnused, FIRST_REMOVAL_MS);
}
