import { LRUCache } from "lru-cache";
import type { Encoded } from "./compression.server.ts";

/** Finished answers by key, bounded in memory; the least recently used go first. */
export interface CachedAnswers {
  /** The answer under `key`; made by `make` when absent, once, however many wait for it. */
  get(key: string, make: () => Encoded | Promise<Encoded>): Promise<Encoded>;
  /** The answer under `key` if it has been made. */
  made(key: string): Encoded | undefined;
}

/**
 * @param maxBytes memory that the finished answers and their keys may hold
 */
export function createCachedAnswers(maxBytes: number): CachedAnswers {
  const finished = new LRUCache<string, Encoded>({
    maxSize: maxBytes,
    sizeCalculation: (encoded, key) => encoded.bytes + key.length * 2,
  });
  const pending = new Map<string, Promise<Encoded>>();
  return {
    made: (key) => finished.get(key),
    async get(key, make) {
      const hit = finished.get(key) ?? pending.get(key);
      if (hit) return hit;
      const answer = Promise.try(make)
        .then((encoded) => {
          finished.set(key, encoded);
          return encoded;
        })
        .finally(() => pending.delete(key));
      pending.set(key, answer);
      return answer;
    },
  };
}
