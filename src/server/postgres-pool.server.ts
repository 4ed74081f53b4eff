import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import {
  boundWait,
  databaseUnavailable,
  isLongWork,
  isLongWorkRunning,
} from "./database-wait.server.ts";

/**
 * How long one statement outside a transaction, or all of a transaction that writes, may wait for
 * the database. A call needs two of them at most, so whoever writes hears within three seconds.
 */
export const ANSWER_MS = 1_400;
/**
 * The same for a single statement of work that honestly takes seconds, such as an import, while the
 * database answers others.
 */
const LONG_WORK_ANSWER_MS = 10_000;
/**
 * What each statement of a transaction that only reads adds: reading the whole catalogue is many
 * statements, each of which takes a fraction of this unless the database is slow.
 */
const READ_CREDIT_MS = 250;
/** The connection that listens asks several times a second: without an answer for longer it hangs. */
const ANSWERING_MS = 1_500;
/** What a statement has at least, so that a transaction may end that has used up its time. */
const LEAST_ANSWER_MS = 200;
/** How soon a database that does not answer is asked again. */
const ASK_AGAIN_MS = 1_000;

/** What is known of whether the database answers. */
export interface PostgresHealth {
  /** Something was answered, if only with an error. */
  answered(): void;
  /** Whether something was answered a moment ago. */
  isAnswering(): boolean;
  /** @param since when the question was asked that was not answered, on `performance.now()` */
  timedOut(since: number): void;
  /** False for all but one in a second while nothing is answered, so that nobody else waits. */
  mayAsk(): boolean;
}

export function createPostgresHealth(): PostgresHealth {
  let answeredAt = 0;
  let silentAt = -Infinity;
  return {
    answered: () => void (answeredAt = performance.now()),
    isAnswering: () => performance.now() - answeredAt < ANSWERING_MS,
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
  let spentMs = waitedMs;
  let onlyReads = false;
  let readsAnswered = 0;
  async function query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    onlyReads ||= text.startsWith("start transaction") && text.endsWith("read only");
    const credit = onlyReads ? readsAnswered * READ_CREDIT_MS : 0;
    const left = Math.max(ANSWER_MS + credit - spentMs, LEAST_ANSWER_MS);
    const started = performance.now();
    const isLong = isLongWork();
    // Behind a lock, say, while the database answers others.
    const mayWaitOn = () =>
      (isLong ? performance.now() - started < LONG_WORK_ANSWER_MS : isLongWorkRunning()) &&
      (isLong || !onlyReads) &&
      health.isAnswering();
    try {
      const giveUp = (reason: Error) => {
        health.timedOut(started);
        cutOff(client, reason);
      };
      const mostMs = isLong ? ANSWER_MS : left;
      const result = await boundWait(client.query(text, values), mostMs, giveUp, mayWaitOn);
      health.answered();
      readsAnswered += 1;
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError) health.answered();
      throw asUnavailable(error);
    } finally {
      spentMs += performance.now() - started;
    }
  }
  return {
    // Kysely's type has a form for cursors besides, which nothing here uses.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy),
  };
}
