import { AsyncLocalStorage } from "node:async_hooks";
import { UserError } from "./errors.server.ts";

/** How soon it is asked again whether waiting on is worth while. */
const WAIT_ON_CHECK_MS = 200;

const longWork = new AsyncLocalStorage<true>();
let longWorksRunning = 0;

/**
 * Runs work that honestly takes seconds, such as a large import. It may wait longer for the
 * database, and so may everybody else while it runs, since writers wait for each other.
 */
export async function asLongWork<T>(work: () => Promise<T>): Promise<T> {
  longWorksRunning += 1;
  try {
    return await longWork.run(true, work);
  } finally {
    longWorksRunning -= 1;
  }
}

/** Whether the caller is part of work that honestly takes seconds. */
export function isLongWork(): boolean {
  return longWork.getStore() === true;
}

/** Whether such work runs in this process, behind which others may have to wait. */
export function isLongWorkRunning(): boolean {
  return longWorksRunning > 0;
}

/** @param cause the reason, for the log and for operators; it is never shown */
export function databaseUnavailable(cause: unknown): UserError {
  return new UserError(
    503,
    "The database is not available at the moment. Please try again.",
    undefined,
    { cause },
  );
}

/** Whether an error is that the database does not answer. */
export function isUnavailable(error: unknown): error is UserError {
  return error instanceof UserError && error.status === 503;
}

/** Some work was not done in time; it goes on. */
export class TimeoutError extends Error {}

/**
 * Waits for work for a bounded time.
 * @param ms milliseconds
 * @param mayWaitOn asked when the time is over, and again and again: whether it is worth while
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
