import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type CatalogueChanges, tellInstances } from "./database-changes.server.ts";
import type { Tables } from "./database-tables.server.ts";

/** Votes that are counted within this time are told to other instances together. */
const TELL_AFTER_MS = 50;
/** An instance that has counted some tells its name. */
export const VOTES_TOPIC = "votes";

/** What instances on one database tell each other of votes, which change no catalogue version. */
export interface VoteNews {
  /** This instance has counted so many new votes. */
  counted(votes: number): void;
  /**
   * Calls the listener when another instance has counted votes, soon after it has.
   * @returns stops it
   */
  onForeign(listener: () => void): () => void;
  close(): void;
}

/** For a process that has its database to itself. */
export const NO_FOREIGN_VOTES: VoteNews = {
  counted: () => undefined,
  onForeign: () => () => undefined,
  close: () => undefined,
};

/** What an instance asks its database again and again. */
export interface News {
  version: number;
  /** all votes that are counted */
  votes: number;
}

/** The question for them; one row answers it. */
export function newsQuery(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom("catalogue")
    .select([
      "version",
      sql<number>`(select coalesce(sum(upvotes + downvotes), 0) from vote_stats)`.as("votes"),
    ]);
}

/** The news of votes where several instances may count some. */
export interface SharedVoteNews extends VoteNews {
  /** as this instance signs what it tells */
  readonly instance: string;
  /** Takes note of how many votes the database has. */
  observe(votes: number): void;
}

/**
 * A notification only says when to look; what counts is the number of votes in the database beside
 * that of this instance's own, so that nothing is lost with one.
 * @param votes how many there are
 */
export function createVoteNews(
  kysely: Kysely<Tables>,
  changes: Pick<CatalogueChanges, "announces">,
  votes: number,
): SharedVoteNews {
  const instance = randomBytes(6).toString("hex");
  const listeners = new Set<() => void>();
  let own = 0;
  let foreign = votes;
  let telling: NodeJS.Timeout | undefined;

  function tell(): void {
    telling = undefined;
    if (!changes.announces) return;
    tellInstances(kysely, VOTES_TOPIC, instance);
  }

  return {
    instance,
    counted(counted) {
      if (counted === 0) return;
      own += counted;
      telling ??= setTimeout(tell, TELL_AFTER_MS).unref();
    },
    observe(now) {
      // A vote of our own in between is taken for another's, once: one more read, no harm.
      if (now - own === foreign) return;
      foreign = now - own;
      for (const listener of listeners) listener();
    },
    onForeign(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => clearTimeout(telling),
  };
}
