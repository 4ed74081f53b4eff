import { LRUCache } from "lru-cache";
import { createSemaphore } from "../../base/semaphore.server.ts";

/** Each rendition uses several threads. */
const MAX_CONCURRENT_RENDITIONS = 2;
export const RENDER_SECONDS = 20;
export const TOO_MANY_PICTURES =
  "The server is busy preparing pictures. Please try again in a moment.";

/** Loads the picture library with the first picture: it is large and would delay the start. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // We cache results ourselves, and libvips would use 50 MB for its own cache.
  sharp.cache(false);
  return sharp;
}

/** Renders pictures on demand, each once for all who wait, and caches the latest. @param mostWaiting else a 503 */
export function createRenderCache<Picture extends object>(
  maxBytes: number,
  bytesOf: (picture: Picture) => number,
  mostWaiting: number,
) {
  const { run } = createSemaphore(MAX_CONCURRENT_RENDITIONS, mostWaiting, TOO_MANY_PICTURES);
  const cache = new LRUCache<string, Picture, () => Promise<Picture | undefined>>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    // Callers that wait still get their picture if it is evicted in the meantime.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });
  return { cache, inTurn: run };
}
