import { AsyncLocalStorage } from "node:async_hooks";
import { UserError } from "../server/errors.server.ts";

const WAIT_ON_CHECK_MS = 200;

const longWork = new AsyncLocalStorage<true>();
let longWorksRunning = 0;

/**
 * Runs work that takes seconds, such as an import. It may wait longer, and so may other writers that wait for
 * it.
 */
export async function asLongWork<T>(work: () => Promise<T>): Promise<T> {
  longWorksRunning += 1;
  try {
    return await longWork.run(true, work);
  } finally {
    longWorksRunning -= 1;
  }
}

export function isLongWork(): boolean {
  return longWork.getStore() === true;
}

export function isLongWorkRunning(): boolean {
  return longWorksRunning > 0;
}

/** How long a request has waited for the database so far. */
export interface DatabaseWaits {
  totalMs: number;
  countedUntil: number; // so that concurrent waits count once
}

const requestWaits = new AsyncLocalStorage<DatabaseWaits | undefined>();

/** Runs a request whose waits for the database share one limit, instead of each having its own. */
export function withSharedLimit<T>(waits: DatabaseWaits, request: () => T): T {
  return requestWaits.run(waits, request);
}

/** Runs work that others wait for too, or nobody, so that it does not depend on what this request has waited. */
export function withoutSharedLimit<T>(work: () => T): T {
  return requestWaits.run(undefined, work);
}

/** Counts a wait of this request that began at `started` and has ended now. */
export function countWait(started: number): void {
  const waits = requestWaits.getStore();
  if (!waits) return;
  const now = performance.now();
  waits.totalMs += now - Math.max(started, waits.countedUntil);
  waits.countedUntil = now;
}

/** How long this request has waited so far; 0 outside of requests that write. */
export function waitedMs(): number {
  return requestWaits.getStore()?.totalMs ?? 0;
}

/** @param cause for the log, never shown to users */
export function databaseUnavailable(cause: unknown): UserError {
  const sentence = "The database is unavailable right now. Please try again.";
  return new UserError(503, sentence, { cause });
}

export function isUnavailable(error: unknown): error is UserError {
  return error instanceof UserError && error.status === 503;
}

export class TimeoutError extends Error {}

/**
 * Rejects after the timeout, although the work itself goes on.
 * @param mayWaitOn asked each time the time is up
 * @throws TimeoutError
 */
export function withTimeout<T>(
  work: Promise<T>,
  ms: number,
  mayWaitOn: () => boolean = () => false,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let timer = setTimeout(onTimeout, ms);
    function onTimeout(): void {
      if (mayWaitOn()) timer = setTimeout(onTimeout, WAIT_ON_CHECK_MS);
      // An answer that arrived while this process was busy still counts.
      else setImmediate(() => reject(new TimeoutError(`no answer in ${ms} ms`)));
    }
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
