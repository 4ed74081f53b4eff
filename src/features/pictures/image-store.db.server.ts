import { sql } from "kysely";
import { errorCode } from "../../base/errors.server.ts";
import type { Database } from "../../db/database.server.ts";
import { randomUUID } from "node:crypto";
import { constants, statSync, unlinkSync, utimesSync } from "node:fs";
import { access, mkdir, open, readdir, readFile, rename, rm, unlink } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../db/database-folder.server.ts";

/** Stores pictures in a table that servers share. */
function keepInTable({ read, write }: Pick<Database, "read" | "write">) {
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
    /** Removes a picture if it was last uploaded before `time`. @returns whether it did */
    async removeOlder(id: string, time: Date): Promise<boolean> {
      const removed = await write
        .deleteFrom("uploaded_images")
        .where("id", "=", id)
        .where("created_at", "<", time.toISOString())
        .executeTakeFirst();
      return removed.numDeletedRows > 0n;
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

/** Reads every text that mentions a picture of our own. */
async function readPictureTexts({ read }: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select image as text from ev_rows where image like ${MENTION}
    union all select before_values from activity where before_values like ${MENTION}
    union all select after_values from activity where after_values like ${MENTION}
    union all select changes from import_updates where changes like ${MENTION}`.execute(read);
  return rows.map(({ text }) => text);
}

/** An upload may belong to a form that is not saved yet. */
const KEPT_UNUSED_MS = 24 * 3_600_000;
const LOOK_FOR_UNUSED_MS = 24 * 3_600_000;
const FIRST_LOOK_MS = 60_000;

/** Stores uploaded pictures as WebP by id. A stored picture never changes. */
export type ImageStore = ReturnType<typeof keepInTable>;

/** Ids become file names, so accept nothing that could form a path. */
export function isImageId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const UNFINISHED = ".unfinished";

/** Files or a shared table (configuration.md#variables). @param isAlone false while the server may run */
export async function createImageStore(
  database: Pick<Database, "filesFolder" | "read" | "write">,
  isAlone = true,
): Promise<ImageStore> {
  const { filesFolder } = database;
  return filesFolder === null
    ? keepInTable(database)
    : keepInFolder(join(filesFolder, "uploads"), isAlone);
}

async function keepInFolder(folder: string, isAlone: boolean): Promise<ImageStore> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  // A killed server leaves unfinished files behind.
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
      // Synchronous, so that the picture cannot be renewed between the check and the removal.
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
        // If it cannot be removed now, the next start removes it. Report the first error.
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
        if (errorCode(error) === "ENOENT") return undefined;
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
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  const unfinished = (await readdir(folder)).filter((name) => name.endsWith(UNFINISHED));
  await Promise.all(unfinished.map((name) => rm(join(folder, name), { force: true })));
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

const PICTURE_IDS = /\/images\/upload\/(?:[^/"\s]+\/)?([0-9a-f]{32})/g;

/**
 * Removes pictures that no row, activity entry or undoable import refers to. Recent uploads stay.
 * @returns how many were removed
 */
export async function removeUnusedPictures(
  database: Database,
  store: Pick<ImageStore, "list" | "removeOlder">,
  now: number,
): Promise<number> {
  const unused = new Set(await store.list());
  if (unused.size === 0) return 0;
  for (const text of await readPictureTexts(database)) {
    for (const [, id = ""] of text.matchAll(PICTURE_IDS)) unused.delete(id);
  }
  let removed = 0;
  for (const id of unused) {
    if (await store.removeOlder(id, new Date(now - KEPT_UNUSED_MS))) removed++;
  }
  return removed;
}

export function watchUnusedPictures(
  database: Database,
  store: Pick<ImageStore, "list" | "removeOlder">,
  report: (error: unknown) => void,
): () => void {
  const removeUnused = () => void removeUnusedPictures(database, store, Date.now()).catch(report);
  const first = setTimeout(removeUnused, FIRST_LOOK_MS).unref();
  const daily = setInterval(removeUnused, LOOK_FOR_UNUSED_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(daily);
  };
}
