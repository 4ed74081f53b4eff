import { setFlagsFromString } from "node:v8";

/**
 * By how much of what was in use V8's heap may grow before it is collected again. By itself V8 lets it
 * grow to two or three times that.
 */
const SPARING_PERCENT = 30;
/** V8 then decides. */
const OWN_PERCENT = 0;

/** So long it is spared afterwards: whoever has had a file checked will import it. */
const LINGER_MS = 60_000;

/** Has V8 collect garbage more often, for work that makes much of it. @returns ends that; to be called once */
export type SpareHeap = () => () => void;

/**
 * V8 decides after each collection when to collect next. A large work that follows another would have
 * all of its garbage before it is collected, if that was decided between the two.
 * @param set tells V8
 */
export function createSparingHeap(set: (flags: string) => void = setFlagsFromString): SpareHeap {
  let works = 0;
  let ending: NodeJS.Timeout | undefined;
  const allow = (percent: number) => set(`--heap-growing-percent=${percent}`);
  return () => {
    clearTimeout(ending);
    if (works === 0) allow(SPARING_PERCENT);
    works++;
    return () => {
      works--;
      if (works === 0) ending = setTimeout(() => allow(OWN_PERCENT), LINGER_MS).unref();
    };
  };
}
