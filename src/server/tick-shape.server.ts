import { executionAsyncResource } from "node:async_hooks";

/** What Node has made of a call of `process.nextTick`, so that one of its kind always lives. */
let kept: object | undefined;

/**
 * Keeps the shape that Node's objects of `process.nextTick` have, of which each answer makes several.
 * The engine forgets a shape when a large collection finds no object of it, takes those made after it
 * for another kind, and from then on makes each of them the slow way, for as long as the process runs
 * (docs/decisions/013-hot-paths.md). Call it before anything large is loaded.
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    kept ??= executionAsyncResource();
  });
}
