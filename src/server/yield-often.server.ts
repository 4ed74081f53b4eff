import { setImmediate } from "node:timers/promises";

/** Items between two yields: a few milliseconds of most works. */
const ITEMS_BETWEEN_YIELDS = 500;

/** Serves other requests in between: promises of `node:sqlite`, which answers at once, never do. */
export async function* yieldOften<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0;
  for await (const item of items) {
    yield item;
    if (++count % ITEMS_BETWEEN_YIELDS === 0) await setImmediate();
  }
}
