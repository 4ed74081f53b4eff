import { AsyncLocalStorage } from "node:async_hooks";
import { UserError } from "./errors.server.ts";

/** How soon it is asked again whether the long work that others wait for has ended. */
const LONG_WORK_CHECK_MS = 200;

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

/**
 * Waits for an answer of the database; the work itself goes on.
 * @param mostMs milliseconds
 * @param giveUp called once the time is over; what it does has to settle `answer` or may reject
 * @param mayWaitOn asked when the time is over, and again and again: whether it is worth while
 * @throws Error when it is not there in time
 */
export function boundWait<T>(
  answer: Promise<T>,
  mostMs: number,
  giveUp: (error: Error, reject: (error: Error) => void) => void = (error, reject) => reject(error),
  mayWaitOn: () => boolean = () => false,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let isSettled = false;
    let timer = setTimeout(whenOver, mostMs);
    function whenOver(): void {
      if (mayWaitOn()) timer = setTimeout(whenOver, LONG_WORK_CHECK_MS);
      // A process that was busy itself first looks whether the answer has arrived meanwhile.
      else setImmediate(() => isSettled || giveUp(new Error(`no answer in ${mostMs} ms`), reject));
    }
    answer.then(resolve, reject).finally(() => {
      isSettled = true;
      clearTimeout(timer);
    });
  });
}
