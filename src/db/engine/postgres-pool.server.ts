import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import {
  countWait,
  databaseUnavailable,
  isLongWork,
  isLongWorkRunning,
  TimeoutError,
  waitedMs,
  withTimeout,
} from "../database-wait.server.ts";
import { clientOf, connectMs, type PostgresHosts } from "./postgres-client.server.ts";

const MAX_CONNECTIONS = 10;
const LEAST_ANSWER_MS = 100; // minimum for each statement, so that a transaction can still end
const WAITS_PER_REQUEST = 2; // a request that writes may wait this many times as long as one use of a connection
const ASK_AGAIN_MS = 1_000; // how soon to retry a database that does not answer

/**
 * If the health check took longer than this, the database is slow and statements are not just waiting for a
 * lock.
 */
const PROMPT_MS = 500;
const PROMPT_FOR_MS = 1_500; // the health check runs several times a second

/** Connects to the host that accepts writes; while that host fails, the others are tried. */
export function postgresPool(
  hosts: PostgresHosts,
  answerMs: number,
  report: (error: Error) => void,
) {
  const Client = clientOf(hosts, answerMs);
  const pool = new pg.Pool({
    Client,
    connectionTimeoutMillis: connectMs(answerMs),
    max: MAX_CONNECTIONS,
  });
  pool.on("error", report);

  async function connect(): Promise<pg.PoolClient> {
    for (let tries = 1; ;) {
      try {
        const client = await pool.connect();
        if (!(client instanceof Client) || client.madeFor === hosts.current()) return client;
        client.release(true);
      } catch (error) {
        if (tries >= hosts.count) throw hosts.failure(error);
        tries += 1;
      }
    }
  }
  return { pool, options: pool.options, connect, end: () => pool.end() };
}

interface TimeoutPolicy {
  creditMs: number; // added after each answer, for work that legitimately needs many statements
  /** how long a statement may wait for a lock while the database answers other queries */
  lockWaitMs(this: void): number;
}

/** A transaction that writes, or a single statement. It waits while this process does long work. */
const CALL: TimeoutPolicy = {
  creditMs: 0,
  lockWaitMs: () => (isLongWorkRunning() ? Infinity : 0),
};
const READING: TimeoutPolicy = { creditMs: 250, lockWaitMs: () => 0 };
const LONG_WORK: TimeoutPolicy = { creditMs: 100, lockWaitMs: () => 10_000 };

/** Whether the host failed a write because it has become a standby. */
function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "25006";
}

function policyFor(firstStatement: string): TimeoutPolicy {
  if (isLongWork()) return LONG_WORK;
  const isReading =
    firstStatement.startsWith("start transaction") && firstStatement.endsWith("read only");
  return isReading ? READING : CALL;
}

/** SQL errors stay as they are; connection errors become "unavailable". */
function asUnavailable(error: unknown): unknown {
  const isOurs = error instanceof TypeError || error instanceof RangeError;
  return error instanceof pg.DatabaseError || isOurs ? error : databaseUnavailable(error);
}

/** Tracks whether the database answers; while it is silent, only one query per second may be sent. */
export function createPostgresHealth() {
  let answeredAt = 0;
  let promptAt = -Infinity;
  let silentAt = -Infinity;
  return {
    answered: () => void (answeredAt = performance.now()),
    /** Records that the health check was answered after this many milliseconds. */
    looked(tookMs: number) {
      answeredAt = performance.now();
      promptAt = tookMs < PROMPT_MS ? answeredAt : -Infinity;
    },
    /**
     * Whether the database answers quickly, so that a statement without an answer must be waiting for a lock.
     */
    isPrompt: () => performance.now() - promptAt < PROMPT_FOR_MS,
    timedOut(since: number) {
      // A statement that waits for a lock while others are answered says nothing about the database.
      if (answeredAt < since) silentAt = performance.now();
    },
    mayAsk() {
      if (silentAt < answeredAt) return true;
      if (performance.now() - silentAt < ASK_AGAIN_MS) return false;
      silentAt = performance.now();
      return true;
    },
  };
}
export type PostgresHealth = ReturnType<typeof createPostgresHealth>;

export function poolWithTimeouts(
  pool: ReturnType<typeof postgresPool>,
  health: PostgresHealth,
  answerMs: number,
): PostgresPool {
  return {
    ...pool,
    async connect() {
      if (!health.mayAsk()) {
        throw databaseUnavailable(new Error("it did not answer a moment ago"));
      }
      const started = performance.now();
      const leftMs = Math.min(answerMs, WAITS_PER_REQUEST * answerMs - waitedMs());
      const connecting = pool.connect();
      try {
        const client = await withTimeout(connecting, Math.max(leftMs, LEAST_ANSWER_MS));
        return clientWithTimeouts(client, leftMs - (performance.now() - started), health, answerMs);
      } catch (error) {
        if (error instanceof TimeoutError) {
          health.timedOut(started);
          // A connection that arrives late goes to the next caller.
          connecting.then((late) => late.release()).catch(() => undefined);
        }
        throw asUnavailable(error);
      } finally {
        countWait(started);
      }
    },
  };
}

function clientWithTimeouts(
  client: pg.PoolClient,
  leftMs: number,
  health: PostgresHealth,
  answerMs: number,
): PostgresPoolClient {
  let policy: TimeoutPolicy | undefined;
  let timedOut: TimeoutError | undefined;
  let hasLostWrites = false;

  async function query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (timedOut) throw databaseUnavailable(timedOut);
    policy ??= policyFor(text);
    const { creditMs, lockWaitMs } = policy;
    const started = performance.now();
    const mayWaitOn = () => health.isPrompt() && performance.now() - started < lockWaitMs();
    const timeoutMs = Math.min(Math.max(leftMs, LEAST_ANSWER_MS), answerMs);
    try {
      const result = await withTimeout(client.query(text, values), timeoutMs, mayWaitOn);
      health.answered();
      leftMs += creditMs;
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError) health.answered();
      hasLostWrites ||= policy !== READING && isReadOnly(error);
      if (error instanceof TimeoutError) {
        health.timedOut(started);
        timedOut = error;
      }
      throw asUnavailable(error);
    } finally {
      const tookMs = performance.now() - started;
      // A longer wait is a wait for a lock, which does not count.
      if (tookMs <= timeoutMs) leftMs -= tookMs;
      if (policy !== LONG_WORK && (timedOut || tookMs <= timeoutMs)) countWait(started);
    }
  }
  return {
    // Kysely's type also has an overload for cursors, which nothing here uses.
    query: query as unknown as PostgresPoolClient["query"],
    // Destroy the connection, because a late answer would be taken for that of the next query.
    release: (destroy) =>
      client.release(destroy === true || hasLostWrites || timedOut !== undefined),
  };
}
