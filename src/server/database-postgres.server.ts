import type { Kysely } from "kysely";
import pg from "pg";
import { CHANGES_CHANNEL, type CatalogueChanges } from "./database-changes.server.ts";
import type { Tables } from "./database-tables.server.ts";
import { boundWait } from "./database-wait.server.ts";
import { UserError } from "./errors.server.ts";
import { ANSWER_MS, cutOff } from "./postgres-pool.server.ts";
import { type News, newsQuery, type SharedVoteNews, VOTES_TOPIC } from "./vote-news.server.ts";

const MAX_CONNECTIONS = 10;
/** How long a new connection may take; it then serves whoever still waits. */
const CONNECT_MS = 2_500;
/** A connection that has fallen silent within a transaction keeps its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** How soon another instance's change is known where notifications do not arrive (readings 6: 2 s). */
const LOOK_EVERY_MS = 400;
/** Object ids of `bigint` and `numeric`, which pg would give as text. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 1700]);

// pg's overloads name every type id; one function serves them all.
const getTypeParser = ((
  id: (typeof pg.types.builtins)[keyof typeof pg.types.builtins],
  format?: "text" | "binary",
) =>
  NUMBER_TYPES.has(id)
    ? Number
    : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser;

function settings(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: "ev-catalogue",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** @param report told of connections that break while idle, which must not end the process */
export function postgresPool(url: string, report: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...settings(url), max: MAX_CONNECTIONS });
  pool.on("error", report);
  pool.on("connect", (client) => {
    // One that breaks while it is in use tells so, too, besides failing what it was asked.
    client.on("error", () => undefined);
    // No startup parameter: poolers that know none of it refuse the connection for it.
    client
      .query(`set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`)
      .catch(() => undefined);
  });
  return pool;
}

/** Host, port and name of the database, without user and password, for messages. */
export function addressWithoutSecrets(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return `${searchParams.get("host") ?? host}${pathname}`;
}

/** Why a connection failed; Node hides the reason of a name with several addresses. */
export function reasonOf(error: unknown): string {
  if (error instanceof UserError && error.cause !== undefined) return reasonOf(error.cause);
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : String(first);
}

/** What is told of what other instances do. */
interface Watcher {
  changes: CatalogueChanges;
  voteNews: SharedVoteNews;
  /** told whenever the database has answered, and after how many milliseconds */
  looked: (tookMs: number) => void;
  /** told once when the connection breaks, and again only after it has worked */
  report: (error: Error) => void;
}

/**
 * Hears of other instances' changes and votes through LISTEN/NOTIFY, and looks for them several times
 * a second in case a notification was lost or the server knows none.
 * @returns ends it
 */
export async function watchPostgres(
  url: string,
  kysely: Kysely<Tables>,
  { changes, voteNews, looked, report }: Watcher,
): Promise<() => Promise<void>> {
  const query = newsQuery(kysely);
  const text = query.compile().sql;
  let listener: pg.Client | undefined;
  let stopped = false;
  let isBroken = false;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  const tell = (error: unknown) => {
    if (!isBroken) report(new Error(reasonOf(error)));
    isBroken = true;
  };

  async function listen(): Promise<void> {
    const client = new pg.Client(settings(url));
    const lost = (error?: Error) => {
      if (error) tell(error);
      if (listener === client) listener = undefined;
    };
    client.on("error", lost);
    client.on("end", () => lost());
    client.on("notification", ({ payload }) => changes.hear(payload));
    try {
      await client.connect();
      await boundWait(client.query(`listen ${CHANGES_CHANNEL}`), ANSWER_MS, (error) =>
        cutOff(client, error),
      );
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (stopped) await client.end();
    else listener = client;
  }

  /** Asks through the connection that listens, so that one which has died unheard is noticed. */
  async function askListener(client: pg.Client): Promise<News | undefined> {
    const { rows } = await boundWait(client.query<News>(text), ANSWER_MS, (error) =>
      cutOff(client, error),
    );
    return rows[0];
  }

  async function look(): Promise<void> {
    if (changes.announces && !listener) await listen();
    const asked = performance.now();
    const news = await (listener ? askListener(listener) : query.executeTakeFirst());
    if (news) {
      changes.observe(news.version);
      voteNews.observe(news.votes);
    }
    looked(performance.now() - asked);
    isBroken = false;
  }

  function lookSoon(): void {
    isAskedAgain = looking !== undefined;
    looking ??= look()
      .catch(tell)
      .finally(() => {
        looking = undefined;
        if (isAskedAgain && !stopped) lookSoon();
      });
  }

  try {
    await listen();
    changes.announces = true;
  } catch (error) {
    // A server without notifications says so in SQL; any other failure is one of the connection.
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
  const stopHearing = changes.onTold(VOTES_TOPIC, (instance) => {
    if (instance !== voteNews.instance) lookSoon();
  });
  const timer = setInterval(() => {
    if (!looking) lookSoon();
  }, LOOK_EVERY_MS);
  timer.unref();

  return async () => {
    stopped = true;
    stopHearing();
    clearInterval(timer);
    await looking;
    await listener?.end();
  };
}
