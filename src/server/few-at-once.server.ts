import { UserError } from "../../server/errors.server.ts";

/** Work on pictures that takes its turn, since each piece keeps a processor busy. */
export interface WorkQueue {
  /**
   * Runs the work when its turn comes.
   * @throws UserError 503 when too many wait already
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param atOnce pieces of work that run together
 * @param maxWaiting how many more may wait
 */
export function createWorkQueue(atOnce: number, maxWaiting: number): WorkQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (running < atOnce) running += 1;
      else if (waiting.length >= maxWaiting) {
        throw new UserError(503, "Too many pictures are being made. Please try again in a moment.");
      } else {
        // Whoever finishes hands its place over.
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
