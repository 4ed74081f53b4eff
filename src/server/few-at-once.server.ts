import { UserError } from "./errors.server.ts";

/** Runs work when its turn comes. @throws UserError 503 when too many wait already */
export type FewAtOnce = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * For work that keeps a processor busy or takes much memory: so many pieces run together, the
 * others wait for their turn, in order.
 * @param mostWaiting how many may wait
 * @param sentence what one more is refused with
 */
export function fewAtOnce(atOnce: number, mostWaiting: number, sentence: string): FewAtOnce {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) {
      running += 1;
    } else {
      if (waiting.length >= mostWaiting) throw new UserError(503, sentence);
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
