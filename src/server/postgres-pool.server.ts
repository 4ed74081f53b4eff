import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import {
  databaseUnavailable,
  isLongWork,
  isLongWorkRunning,
  TimeoutError,
  withTimeout,
} from "./database-wait.server.ts";

const MAX_CONNECTIONS = 10;
/** How long a new connection may take; it then serves whoever still waits. */
const CONNECT_MS = 2_500;
/** A connection that has fallen silent within a transaction keeps its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/**
 * How long a connection's use may wait for the database, all in all, and one statement of it at
 * most. A call needs two of them at most, so whoever writes hears within three seconds.
 */
export const ANSWER_MS = 1_100;
/** What a statement has at least, so that a transaction may end that has used up its time. */
const LEAST_ANSWER_MS = 100;
/** How soon a database that does not answer is asked again. */
const ASK_AGAIN_MS = 1_000;

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

export function clientConfig(url: string): pg.ClientConfig {
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
  const pool = new pg.Pool({ ...clientConfig(url), max: MAX_CONNECTIONS });
  pool.on("error", report);
  pool.on("connect", (client) => {
    // A connection that breaks in use emits this besides failing its query.
    client.on("error", () => undefined);
    // No startup parameter: poolers that do not know it refuse the connection.
    client
      .query(`set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`)
      .catch(() => undefined);
  });
  return pool;
}

/** How long the statements of one connection's use may take. */
interface TimeoutPolicy {
  /** what each answer adds to the time of all, where honest work is many statements */
  creditMs: number;
  /** how long a statement may wait behind a lock, while the database answers others promptly */
  lockWaitMs(this: void): number;
}

/** A transaction that writes, or a statement by itself. Long work of this process is waited out. */
const CALL: TimeoutPolicy = {
  creditMs: 0,
  lockWaitMs: () => (isLongWorkRunning() ? Infinity : 0),
};
/** A transaction that only reads, such as the whole catalogue. */
const READING: TimeoutPolicy = { creditMs: 250, lockWaitMs: () => 0 };
/** Work that honestly takes seconds, such as an import. */
const LONG_WORK: TimeoutPolicy = { creditMs: 100, lockWaitMs: () => 10_000 };

/** @param firstStatement what the connection is asked first */
function policyFor(firstStatement: string): TimeoutPolicy {
  if (isLongWork()) return LONG_WORK;
  const isReading =
    firstStatement.startsWith("start transaction") && firstStatement.endsWith("read only");
  return isReading ? READING : CALL;
}

/** SQL's own errors stay; those of the connection, which have no code of SQL, mean "not available". */
function asUnavailable(error: unknown): unknown {
  const isOurs = error instanceof TypeError || error instanceof RangeError;
  return error instanceof pg.DatabaseError || isOurs ? error : databaseUnavailable(error);
}

/** Refuses questions while the database is silent, but one a second, so that few wait in vain. */
function createBreaker(isPrompt: () => boolean) {
  let answeredAt = 0;
  let silentAt = -Infinity;
  return {
    answered: () => void (answeredAt = performance.now()),
    /** @param since when the question was asked that was not answered, on `performance.now()` */
    timedOut(since: number) {
      // One that waits for a lock while others are answered means nothing.
      if (answeredAt < since && !isPrompt()) silentAt = performance.now();
    },
    mayAsk() {
      if (silentAt < answeredAt) return true;
      if (performance.now() - silentAt < ASK_AGAIN_MS) return false;
      silentAt = performance.now();
      return true;
    },
  };
}
type Breaker = ReturnType<typeof createBreaker>;

/**
 * The pool for requests: nobody waits for long for a database that hangs or is slow. The time-outs
 * are the client's, since a server that hangs keeps none and poolers refuse its settings.
 * @param isPrompt whether the database has just answered another question quickly, so that a
 *   statement without an answer waits behind a lock
 */
export function poolWithTimeouts(pool: pg.Pool, isPrompt: () => boolean): PostgresPool {
  const breaker = createBreaker(isPrompt);
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (!breaker.mayAsk()) {
        throw databaseUnavailable(new Error("it did not answer a moment ago"));
      }
      const started = performance.now();
      const connecting = pool.connect();
      try {
        const client = await withTimeout(connecting, ANSWER_MS);
        return clientWithTimeouts(client, performance.now() - started, breaker, isPrompt);
      } catch (error) {
        if (error instanceof TimeoutError) {
          breaker.timedOut(started);
          // One that comes late is for the next.
          connecting.then((late) => late.release()).catch(() => undefined);
        }
        throw asUnavailable(error);
      }
    },
  };
}

/** @param waitedMs for the connection, which counts */
function clientWithTimeouts(
  client: pg.PoolClient,
  waitedMs: number,
  breaker: Breaker,
  isPrompt: () => boolean,
): PostgresPoolClient {
  let policy: TimeoutPolicy | undefined;
  let leftMs = ANSWER_MS - waitedMs;
  let timedOut: unknown;

  async function query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (timedOut) throw timedOut;
    policy ??= policyFor(text);
    const { creditMs, lockWaitMs } = policy;
    const started = performance.now();
    const mayWaitOn = () => isPrompt() && performance.now() - started < lockWaitMs();
    const timeoutMs = Math.min(Math.max(leftMs, LEAST_ANSWER_MS), ANSWER_MS);
    try {
      const result = await withTimeout(client.query(text, values), timeoutMs, mayWaitOn);
      breaker.answered();
      leftMs += creditMs;
      return result;
    } catch (error) {
      const failure = asUnavailable(error);
      if (error instanceof pg.DatabaseError) breaker.answered();
      if (error instanceof TimeoutError) {
        breaker.timedOut(started);
        timedOut = failure;
      }
      throw failure;
    } finally {
      const tookMs = performance.now() - started;
      // Waiting longer is waiting for a lock, which says nothing of the database.
      if (tookMs <= timeoutMs) leftMs -= tookMs;
    }
  }
  return {
    // Kysely's type has a form for cursors besides, which nothing here uses.
    query: query as unknown as PostgresPoolClient["query"],
    // A late answer would be taken for that of the next question: the connection is destroyed.
    release: (destroy) => client.release(destroy === true || timedOut !== undefined),
  };
}
