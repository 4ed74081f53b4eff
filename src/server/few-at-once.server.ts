import { UserError } from "./errors.server.ts";

/**
 * Waits for a place, in order.
 * @param signal who waits has left
 * @returns gives the place back; to be called once
 * @throws UserError 503 when too many wait already, or after too long; the signal's reason
 */
export type TakePlace = (signal?: AbortSignal) => Promise<() => void>;

/**
 * @param places how many there are
 * @param mostWaiting how many may wait for one
 * @param sentence what one more is refused with, and who has waited too long
 * @param mostMs how long one may wait, in milliseconds
 */
export function fewPlaces(
  places: number,
  mostWaiting: number,
  sentence: string,
  mostMs?: number,
): TakePlace {
  const waiting = new Set<PromiseWithResolvers<void>>();
  let taken = 0;

  function leave(): void {
    const [next] = waiting;
    if (!next) return void (taken -= 1);
    // The place is handed over, so `taken` stays as it is.
    waiting.delete(next);
    next.resolve();
  }

  return async (signal) => {
    if (taken < places) {
      taken += 1;
      return leave;
    }
    signal?.throwIfAborted();
    if (waiting.size >= mostWaiting) throw new UserError(503, sentence);
    const turn = Promise.withResolvers<void>();
    const giveUp = (reason: unknown) => void (waiting.delete(turn) && turn.reject(reason));
    const leaveQueue = () => giveUp(signal?.reason);
    const tooLong = () => giveUp(new UserError(503, sentence));
    const timer = mostMs === undefined ? undefined : setTimeout(tooLong, mostMs);
    waiting.add(turn);
    signal?.addEventListener("abort", leaveQueue);
    try {
      await turn.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leaveQueue);
    }
    return leave;
  };
}

/** Runs work when its turn comes. @throws UserError 503 when too many wait already */
export type FewAtOnce = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * For work that keeps a processor busy or takes much memory: so many pieces run together, the
 * others wait for their turn, in order. Told as {@link fewPlaces} is.
 */
export function fewAtOnce(atOnce: number, mostWaiting: number, sentence: string): FewAtOnce {
  const takePlace = fewPlaces(atOnce, mostWaiting, sentence);
  return async (work) => {
    const leave = await takePlace();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
