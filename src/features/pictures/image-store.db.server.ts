import { setImmediate } from "node:timers/promises";
import type { Database } from "../../db/database.server.ts";

const ROWS_AT_ONCE = 1_000;

/** Stores pictures in a table that servers share. Implements `ImageStore`. */
export function keepInTable({ read, write }: Pick<Database, "read" | "write">) {
  return {
    async has(id: string): Promise<boolean> {
      const row = await read
        .selectFrom("uploaded_images")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      return row !== undefined;
    },
    async renew(id: string): Promise<boolean> {
      const renewed = await write
        .updateTable("uploaded_images")
        .set({ created_at: new Date().toISOString() })
        .where("id", "=", id)
        .executeTakeFirst();
      return renewed.numUpdatedRows > 0n;
    },
    async removeOlder(id: string, time: Date): Promise<boolean> {
      const removed = await write
        .deleteFrom("uploaded_images")
        .where("id", "=", id)
        .where("created_at", "<", time.toISOString())
        .executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },
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

/** Yields every text that may mention a picture. */
export async function* readPictureTexts({ read }: Pick<Database, "read">): AsyncGenerator<string> {
  const images = readInParts((last: { id: number } = { id: 0 }) =>
    read
      .selectFrom("ev_rows")
      .select(["id", "image"])
      .where("id", ">", last.id)
      .where("image", "is not", null)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute(),
  );
  for await (const { image } of images) yield image ?? "";
  const entries = readInParts((last: { id: number } = { id: 0 }) =>
    read
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
  const updates = readInParts(
    (last: { import_id: number; row_id: number } = { import_id: 0, row_id: 0 }) =>
      read
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

/**
 * Yields to other requests between parts. @param read returns the rows after `last`, or the first rows
 * without it
 */
async function* readInParts<Row>(read: (last?: Row) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    yield* rows;
    await setImmediate();
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}
