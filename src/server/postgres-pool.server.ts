import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import {
  boundWait,
  databaseUnavailable,
  isLongWork,
  isLongWorkRunning,
} from "./database-wait.server.ts";

/**
 * How long what a connection is asked for may wait for the database, all in all, and one statement
 * of it at most. A call needs two of them at most, so whoever writes hears within three seconds.
 */
export const ANSWER_MS = 1_100;
/** What a statement has at least, so that a transaction may end that has used up its time. */
const LEAST_ANSWER_MS = 100;

/** How work of one kind waits for the database. */
interface Patience {
  /** what each answer adds to the time of all, where honest work is many statements */
  creditMs: number;
  /** how long a statement may wait behind a lock, while the database answers others promptly */
  behindLocksMs(this: void): number;
}

/** A transaction that writes, or a statement by itself. Long work of this process is waited out. */
const CALL: Patience = {
  creditMs: 0,
  behindLocksMs: () => (isLongWorkRunning() ? Infinity : 0),
};
/** A transaction that only reads, such as the whole catalogue. */
const READING: Patience = { creditMs: 250, behindLocksMs: () => 0 };
/** Work that honestly takes seconds, such as an import. */
const LONG_WORK: Patience = { creditMs: 100, behindLocksMs: () => 10_000 };

/** @param text the first statement that a connection is asked for */
function patienceFor(text: string): Patience {
  if (isLongWork()) return LONG_WORK;
  return text.startsWith("start transaction") && text.endsWith("read only") ? READING : CALL;
}

/** The connection that listens asks several times a second: without an answer for longer it hangs. */
const ANSWERING_MS = 1_500;
/** A database that takes longer for so small a question is slow, and no lock is in the way. */
const PROMPT_MS = 500;
/** How soon a database that does not answer is asked again. */
const ASK_AGAIN_MS = 1_000;

/** What is known of whether the database answers. */
export interface PostgresHealth {
  /** Something was answered, if only with an error. */
  answered(): void;
  /** The connection that listens was answered. @param tookMs how long it has waited */
  looked(tookMs: number): void;
  /** Whether that was a moment ago, and at once. */
  isPrompt(): boolean;
  /** @param since when the question was asked that was not answered, on `performance.now()` */
  timedOut(since: number): void;
  /** False for all but one in a second while nothing is answered, so that nobody else waits. */
  mayAsk(): boolean;
}

export function createPostgresHealth(): PostgresHealth {
  let answeredAt = 0;
  let promptAt = -Infinity;
  let silentAt = -Infinity;
  return {
    answered: () => void (answeredAt = performance.now()),
    looked(tookMs) {
      answeredAt = performance.now();
      promptAt = tookMs < PROMPT_MS ? answeredAt : -Infinity;
    },
    isPrompt: () => performance.now() - promptAt < ANSWERING_MS,
    timedOut(since) {
      // One that waits for a lock, say, while others are answered means nothing.
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

/** Ends a connection that does not answer; what was asked through it fails. */
export function cutOff(client: pg.ClientBase, reason: Error): void {
  // `pg` tells of its connection only so far as queries of one's own need it.
  const { connection } = client as unknown as {
    connection: { stream: { destroy(e: Error): void } };
  };
  connection.stream.destroy(reason);
}

/** SQL's own errors stay; those of the connection, which have no code of SQL, mean "not available". */
function asUnavailable(error: unknown): unknown {
  const isOurs = error instanceof TypeError || error instanceof RangeError;
  return error instanceof pg.DatabaseError || isOurs ? error : databaseUnavailable(error);
}

/** Gives back a connection that comes when nobody waits for it any more. */
function releaseLate(connecting: Promise<pg.PoolClient>): void {
  connecting.then((late) => late.release()).catch(() => undefined);
}

/**
 * The pool for requests: nobody waits for long for a database that hangs or is slow. What was not
 * answered in time fails, and its connection is given up, since an answer may still come through it.
 */
export function impatientPool(pool: pg.Pool, health: PostgresHealth): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (!health.mayAsk()) throw databaseUnavailable(new Error("it did not answer a moment ago"));
      const started = performance.now();
      const connecting = pool.connect();
      try {
        const client = await boundWait(connecting, ANSWER_MS, (reason, reject) => {
          health.timedOut(started);
          releaseLate(connecting);
          reject(reason);
        });
        return impatientClient(client, health, performance.now() - started);
      } catch (error) {
        throw asUnavailable(error);
      }
    },
  };
}

/** @param waitedMs for the connection, which counts */
function impatientClient(
  client: pg.PoolClient,
  health: PostgresHealth,
  waitedMs: number,
): PostgresPoolClient {
  let patience: Patience | undefined;
  let leftMs = ANSWER_MS - waitedMs;
  async function query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    patience ??= patienceFor(text);
    const { creditMs, behindLocksMs } = patience;
    const started = performance.now();
    const mayWaitOn = () => health.isPrompt() && performance.now() - started < behindLocksMs();
    const mostMs = Math.min(Math.max(leftMs, LEAST_ANSWER_MS), ANSWER_MS);
    try {
      const giveUp = (reason: Error) => {
        health.timedOut(started);
        cutOff(client, reason);
      };
      const result = await boundWait(client.query(text, values), mostMs, giveUp, mayWaitOn);
      health.answered();
      leftMs += creditMs;
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError) health.answered();
      throw asUnavailable(error);
    } finally {
      const tookMs = performance.now() - started;
      // Waiting longer is waiting for a lock, which says nothing of the database.
      if (tookMs <= mostMs) leftMs -= tookMs;
    }
  }
  return {
    // Kysely's type has a form for cursors besides, which nothing here uses.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy),
  };
}
