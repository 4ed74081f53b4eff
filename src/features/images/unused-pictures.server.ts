import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "../../server/database-tables.server.ts";
import { FIRST_LOOK_MS, KEPT_UNUSED_MS, LOOK_FOR_UNUSED_MS } from "./limits.ts";
import type { ImageStore } from "./image-store.server.ts";

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

/** Every text that may name a picture; yields to other requests between parts. */
async function* readTexts(kysely: Kysely<Tables>): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const rows = await kysely
      .selectFrom("ev_rows")
      .select(["id", "image"])
      .where("id", ">", after)
      .where("image", "is not", null)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { image } of rows) yield image ?? "";
    await setImmediate();
    if (rows.length < ROWS_AT_ONCE) break;
    after = rows.at(-1)?.id ?? after;
  }
  for (after = 0; ;) {
    const entries = await kysely
      .selectFrom("activity")
      .select(["id", "before_values", "after_values"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { before_values, after_values } of entries) {
      yield `${before_values ?? ""} ${after_values ?? ""}`;
    }
    await setImmediate();
    if (entries.length < ROWS_AT_ONCE) break;
    after = entries.at(-1)?.id ?? after;
  }
  for (let last = { import_id: 0, row_id: 0 }; ;) {
    const updates = await kysely
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
      .execute();
    for (const { changes } of updates) yield changes;
    await setImmediate();
    if (updates.length < ROWS_AT_ONCE) return;
    last = updates.at(-1) ?? last;
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
