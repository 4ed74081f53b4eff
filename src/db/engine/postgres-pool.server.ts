import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import {
  databaseUnavailable,
  isLongWork,
  isLongWorkRunning,
  TimeoutError,
  withTimeout,
} from "../database-wait.server.ts";
import { clientOf, connectMs, type PostgresHosts } from "./postgres-client.server.ts";

const MAX_CONNECTIONS = 10;
const LEAST_ANSWER_MS = 100; // what a statement has at least, so that a transaction may still end
const ASK_AGAIN_MS = 1_000; // how soon a silent database is asked again

/** A slower answer to a small question comes from a slow database, not from behind a lock. */
const PROMPT_MS = 500;
const PROMPT_FOR_MS = 1_500; // the small question is asked several times a second

/** Connections to the host that takes writes; while that one fails the others are tried. */
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
  creditMs: number; // added with each answer, where honest work is many statements
  /** how long a statement may wait behind a lock, while the database answers others */
  lockWaitMs(this: void): number;
}

/** A transaction that writes, or a single statement. It waits for long work of this process. */
const CALL: TimeoutPolicy = {
  creditMs: 0,
  lockWaitMs: () => (isLongWorkRunning() ? Infinity : 0),
};
const READING: TimeoutPolicy = { creditMs: 250, lockWaitMs: () => 0 };
const LONG_WORK: TimeoutPolicy = { creditMs: 100, lockWaitMs: () => 10_000 };

/** What a server says to a write that has become a standby. */
function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "25006";
}

function policyFor(firstStatement: string): TimeoutPolicy {
  if (isLongWork()) return LONG_WORK;
  const isReading =
    firstStatement.startsWith("start transaction") && firstStatement.endsWith("read only");
  return isReading ? READING : CALL;
}

/** Errors of SQL stay; those of the connection mean "not available". */
function asUnavailable(error: unknown): unknown {
  const isOurs = error instanceof TypeError || error instanceof RangeError;
  return error instanceof pg.DatabaseError || isOurs ? error : databaseUnavailable(error);
}

/** Knows whether the database answers; while it is silent, one question a second may be asked. */
export function createPostgresHealth() {
  let answeredAt = 0;
  let promptAt = -Infinity;
  let silentAt = -Infinity;
  return {
    answered: () => void (answeredAt = performance.now()),
    /** A small question was answered after so many milliseconds. */
    looked(tookMs: number) {
      answeredAt = performance.now();
      promptAt = tookMs < PROMPT_MS ? answeredAt : -Infinity;
    },
    /** Whether it answers quickly, so that a statement without an answer waits behind a lock. */
    isPrompt: () => performance.now() - promptAt < PROMPT_FOR_MS,
    timedOut(since: number) {
      // Waiting for a lock while others are answered means nothing.
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
      const connecting = pool.connect();
      try {
        const client = await withTimeout(connecting, answerMs);
        return clientWithTimeouts(client, performance.now() - started, health, answerMs);
      } catch (error) {
        if (error instanceof TimeoutError) {
          health.timedOut(started);
          // A connection that comes late is for the next.
          connecting.then((late) => late.release()).catch(() => undefined);
        }
        throw asUnavailable(error);
      }
    },
  };
}

function clientWithTimeouts(
  client: pg.PoolClient,
  waitedMs: number,
  health: PostgresHealth,
  answerMs: number,
): PostgresPoolClient {
  let policy: TimeoutPolicy | undefined;
  let leftMs = answerMs - waitedMs;
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
      // A longer wait is one for a lock, which says nothing of the database.
      if (tookMs <= timeoutMs) leftMs -= tookMs;
    }
  }
  return {
    // Kysely's type has a form for cursors besides, which nothing here uses.
    query: query as unknown as PostgresPoolClient["query"],
    // A late answer would be taken for that of the next question: the connection is destroyed.
    release: (destroy) =>
      client.release(destroy === true || hasLostWrites || timedOut !== undefined),
  };
}
