import type { Query, QueryClient } from "@tanstack/react-query";
import type { LiveEvent } from "./live-events.ts";

/** What the home page's document brought: never read again, but known to be out of date. */
export const HOME_KEY = "home";

/** First words of the keys of the queries that an event makes stale. */
const CATALOGUE_KEYS = ["evs", "ev", "reviews", HOME_KEY];
const VOTES_KEYS = ["votes"];
export const KEYS_OF: Readonly<Record<LiveEvent, readonly string[]>> = {
  catalogue: CATALOGUE_KEYS,
  votes: VOTES_KEYS,
  all: [...CATALOGUE_KEYS, ...VOTES_KEYS],
};

/** Reads what has changed again: what is on the page now, the rest when it is shown. */
export interface Refresh {
  /**
   * @param keys first words of the queries' keys
   * @param joins a read under way will do
   */
  (keys: readonly string[], joins?: boolean): void;
}

/** One round of reading at a time; what changes meanwhile makes one more. */
export function createRefresh(client: QueryClient): Refresh {
  const wanted = new Set<string>();
  let isReading = false;

  async function read(keys: ReadonlySet<string>, joins: boolean): Promise<void> {
    const filters = {
      // What was never read, or is known not to be there, shows that itself and offers a retry.
      predicate: ({ queryKey, state }: Query) =>
        keys.has(String(queryKey[0])) && (state.data != null || state.fetchStatus === "fetching"),
    };
    // A read under way may have begun before the change. It is waited for and not cut off, which
    // would starve a slow line; then comes one that knows of the change.
    const isUnderWay = client.isFetching({ ...filters, type: "active" }) > 0;
    await client.invalidateQueries(filters, { cancelRefetch: false });
    if (isUnderWay && !joins) await client.invalidateQueries(filters, { cancelRefetch: false });
  }

  async function readWanted(joins: boolean): Promise<void> {
    isReading = true;
    while (wanted.size > 0) {
      const keys = new Set(wanted);
      wanted.clear();
      await read(keys, joins);
    }
    isReading = false;
  }

  return (keys, joins = false) => {
    for (const key of keys) wanted.add(key);
    // Failures are the queries' own to show; old data stays (§8).
    if (!isReading) void readWanted(joins);
  };
}
