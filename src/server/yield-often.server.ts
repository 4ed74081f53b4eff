import { setImmediate } from "node:timers/promises";

/** Items between two yields: a few milliseconds of most works. */
const ITEMS_BETWEEN_YIELDS = 500;

/**
 * Iterates over many items and lets other requests run in between. Promises alone never do: a
 * driver that answers at once, such as `node:sqlite`, keeps the event loop busy.
 */
export async function* yieldOften<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0;
  for await (const item of items) {
    yield item;
    if (++count % ITEMS_BETWEEN_YIELDS === 0) await setImmediate();
  }
}
