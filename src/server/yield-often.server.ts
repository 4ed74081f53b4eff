import { setImmediate } from "node:timers/promises";

/** Number of items between two yields, which is a few milliseconds of most work. */
const ITEMS_BETWEEN_YIELDS = 500;

/** Divides a list into batches for statements, and yields to other requests between them. */
export async function* inBatches<T>(items: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await setImmediate();
    yield items.slice(from, from + size);
  }
}

/** Reads a table in batches of `size`, and yields to others between them. @param read the rows after `last` */
export async function* readInBatches<Row>(
  size: number,
  read: (last?: Row) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    yield* rows;
    await setImmediate();
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

/** Yields to other requests between items; `node:sqlite` never does, because it answers synchronously. */
export async function* yieldOften<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0;
  for await (const item of items) {
    yield item;
    if (++count % ITEMS_BETWEEN_YIELDS === 0) await setImmediate();
  }
}
