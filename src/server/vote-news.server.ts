import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type CatalogueChanges, CHANGES_CHANNEL } from "./database-changes.server.ts";
import type { Tables } from "./database-tables.server.ts";

/** Votes that are counted within this time are told to other instances together. */
const TELL_AFTER_MS = 50;
/** How soon another instance's votes and changes are known where notifications do not arrive. */
const LOOK_EVERY_MS = 400;

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

/**
 * Hears of other instances' votes. A notification only says when to look; what counts is the number
 * of votes in the database beside that of this instance's own, so that nothing is lost with one.
 * The look sees new versions of the catalogue, too.
 */
export async function watchVotes(
  kysely: Kysely<Tables>,
  changes: CatalogueChanges,
): Promise<VoteNews> {
  const self = randomBytes(6).toString("hex");
  const listeners = new Set<() => void>();
  let own = 0;
  let foreign = (await readNews(kysely)).votes;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let telling: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const { version, votes } = await readNews(kysely);
    changes.observe(version);
    // A vote of our own in between is taken for another's, once: one more read, no harm.
    if (votes - own === foreign) return;
    foreign = votes - own;
    for (const listener of listeners) listener();
  }

  function lookSoon(): void {
    isAskedAgain = looking !== undefined;
    looking ??= look()
      // Whoever watches the connection reports that it is gone; the next look finds what was missed.
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
        if (isAskedAgain) lookSoon();
      });
  }

  function tell(): void {
    telling = undefined;
    if (!changes.announces) return;
    sql`select pg_notify(${CHANGES_CHANNEL}, ${`votes ${self}`})`
      .execute(kysely)
      .catch(() => undefined);
  }

  const stopHearing = changes.onVotesTold((instance) => {
    if (instance !== self) lookSoon();
  });
  const timer = setInterval(() => {
    if (!looking) lookSoon();
  }, LOOK_EVERY_MS).unref();

  return {
    counted(votes) {
      if (votes === 0) return;
      own += votes;
      telling ??= setTimeout(tell, TELL_AFTER_MS).unref();
    },
    onForeign(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      stopHearing();
      clearInterval(timer);
      clearTimeout(telling);
      isAskedAgain = false;
    },
  };
}

async function readNews(kysely: Kysely<Tables>): Promise<{ version: number; votes: number }> {
  return kysely
    .selectFrom("catalogue")
    .select([
      "version",
      sql<number>`(select coalesce(sum(upvotes + downvotes), 0) from vote_stats)`.as("votes"),
    ])
    .executeTakeFirstOrThrow();
}
