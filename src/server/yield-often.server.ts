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

/**
 * Yields to other requests between items; awaiting `node:sqlite` never does, because it answers
 * synchronously.
 */
export async function* yieldOften<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0;
  for await (const item of items) {
    yield item;
    if (++count % ITEMS_BETWEEN_YIELDS === 0) await setImmediate();
  }
}
