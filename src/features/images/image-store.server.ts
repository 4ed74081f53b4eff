import { randomUUID } from "node:crypto";
import { constants, statSync, unlinkSync, utimesSync } from "node:fs";
import { access, mkdir, open, readdir, readFile, rename, rm, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "../../db/database.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import { syncFolder } from "../../db/database-folder.server.ts";
import { FIRST_LOOK_MS, KEPT_UNUSED_MS, LOOK_FOR_UNUSED_MS } from "./limits.ts";

/** Where uploaded pictures are kept, as WebP by id. What is kept never changes. */
export interface ImageStore {
  has(id: string): Promise<boolean>;
  /** Renews its time, as if it were new. @returns false when there is none */
  renew(id: string): Promise<boolean>;
  /** Removes a picture last uploaded before a time. @returns whether it did */
  removeOlder(id: string, time: Date): Promise<boolean>;
  /** It is on the disk when this returns. One that is there already stays. */
  put(id: string, webp: Buffer): Promise<void>;
  list(): Promise<string[]>;
  get(id: string): Promise<Buffer | undefined>;
}

/** Its id is also the name of its file, so nothing else may become a path. */
export function isImageId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const UNFINISHED = ".unfinished";

/**
 * Files beside an embedded database, else a table that instances share (readings 1). @param isAlone
 * false for a command that may run beside the server
 */
export async function createImageStore(
  database: Pick<Database, "engine" | "kysely">,
  dataDir: string,
  isAlone = true,
): Promise<ImageStore> {
  return database.engine === "sqlite"
    ? storeInFolder(join(resolve(dataDir), "uploads"), isAlone)
    : storeInTable(database);
}

async function storeInFolder(folder: string, isAlone: boolean): Promise<ImageStore> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  // A killed server leaves unfinished files.
  if (isAlone) await removeUnfinished(folder);
  function fileOf(id: string): string {
    if (!isImageId(id)) throw new Error(`${id} is no id of a picture`);
    return join(folder, `${id}.webp`);
  }
  const exists = (id: string) =>
    access(fileOf(id), constants.F_OK).then(
      () => true,
      () => false,
    );
  return {
    has: exists,
    async renew(id) {
      const now = new Date();
      return whereFileIs(() => utimesSync(fileOf(id), now, now));
    },
    async removeOlder(id, time) {
      let isOlder = false;
      // Synchronous, so that no renewal comes between the look and the removal.
      const wasThere = whereFileIs(() => {
        isOlder = statSync(fileOf(id)).mtime < time;
        if (isOlder) unlinkSync(fileOf(id));
      });
      return wasThere && isOlder;
    },
    async put(id, webp) {
      if (await exists(id)) return;
      const unfinished = join(folder, `${id}.${randomUUID()}${UNFINISHED}`);
      try {
        await writeThrough(unfinished, webp);
        await rename(unfinished, fileOf(id));
      } catch (error) {
        // What cannot be removed now goes at the next start; the first error is the one to tell.
        await unlink(unfinished).catch(() => undefined);
        throw error;
      }
      await syncFolder(folder);
    },
    async list() {
      const files = (await readdir(folder)).filter((name) => name.endsWith(".webp"));
      return files.map((name) => name.slice(0, -".webp".length)).filter(isImageId);
    },
    async get(id) {
      try {
        return await readFile(fileOf(id));
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      }
    },
  };
}

function whereFileIs(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.endsWith(UNFINISHED));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, "wx", PRIVATE_FILE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function storeInTable({ kysely }: Pick<Database, "kysely">): ImageStore {
  return {
    async has(id) {
      const row = await kysely
        .selectFrom("uploaded_images")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      return row !== undefined;
    },
    async renew(id) {
      const renewed = await kysely
        .updateTable("uploaded_images")
        .set({ created_at: new Date().toISOString() })
        .where("id", "=", id)
        .executeTakeFirst();
      return renewed.numUpdatedRows > 0n;
    },
    async removeOlder(id, time) {
      const removed = await kysely
        .deleteFrom("uploaded_images")
        .where("id", "=", id)
        .where("created_at", "<", time.toISOString())
        .executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },
    async put(id, webp) {
      await kysely
        .insertInto("uploaded_images")
        .values({ id, webp, created_at: new Date().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async list() {
      const rows = await kysely.selectFrom("uploaded_images").select("id").orderBy("id").execute();
      return rows.map(({ id }) => id);
    },
    async get(id) {
      const row = await kysely
        .selectFrom("uploaded_images")
        .select("webp")
        .where("id", "=", id)
        .executeTakeFirst();
      return row && Buffer.from(row.webp);
    },
  };
}

const ROWS_AT_ONCE = 1_000;

const PICTURE_IDS = /\/images\/upload\/(?:[^/"\s]+\/)?([0-9a-f]{32})/g;

/**
 * Removes pictures that no row shows, no entry of the activity names, from which a deleted row
 * can be typed in again, and no import that can be undone. Recent uploads stay. @returns how many were removed
 */
export async function removeUnusedPictures(
  kysely: Kysely<Tables>,
  store: Pick<ImageStore, "list" | "removeOlder">,
  now: number,
): Promise<number> {
  const unused = new Set(await store.list());
  if (unused.size === 0) return 0;
  for await (const text of readTexts(kysely)) {
    for (const [, id = ""] of text.matchAll(PICTURE_IDS)) unused.delete(id);
  }
  let removed = 0;
  for (const id of unused) {
    if (await store.removeOlder(id, new Date(now - KEPT_UNUSED_MS))) removed++;
  }
  return removed;
}

/** Every text that may name a picture. */
async function* readTexts(kysely: Kysely<Tables>): AsyncGenerator<string> {
  const images = inParts((last: { id: number } = { id: 0 }) =>
    kysely
      .selectFrom("ev_rows")
      .select(["id", "image"])
      .where("id", ">", last.id)
      .where("image", "is not", null)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute(),
  );
  for await (const { image } of images) yield image ?? "";
  const entries = inParts((last: { id: number } = { id: 0 }) =>
    kysely
      .selectFrom("activity")
      .select(["id", "before_values", "after_values"])
      .where("id", ">", last.id)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute(),
  );
  for await (const { before_values, after_values } of entries) {
    yield `${before_values ?? ""} ${after_values ?? ""}`;
  }
  const updates = inParts(
    (last: { import_id: number; row_id: number } = { import_id: 0, row_id: 0 }) =>
      kysely
        .selectFrom("import_updates")
        .select(["import_id", "row_id", "changes"])
        .where((eb) =>
          eb.or([
            eb("import_id", ">", last.import_id),
            eb.and([eb("import_id", "=", last.import_id), eb("row_id", ">", last.row_id)]),
          ]),
        )
        .orderBy("import_id")
        .orderBy("row_id")
        .limit(ROWS_AT_ONCE)
        .execute(),
  );
  for await (const { changes } of updates) yield changes;
}

/** Yields to other requests between parts. @param read the rows after `last`, the first ones without */
async function* inParts<Row>(read: (last?: Row) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    yield* rows;
    await setImmediate();
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

export function watchUnusedPictures(
  kysely: Kysely<Tables>,
  store: Pick<ImageStore, "list" | "removeOlder">,
  report: (error: unknown) => void,
): () => void {
  const look = () => void removeUnusedPictures(kysely, store, Date.now()).catch(report);
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const daily = setInterval(look, LOOK_FOR_UNUSED_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(daily);
  };
}
