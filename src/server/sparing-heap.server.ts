import { setFlagsFromString } from "node:v8";

/**
 * By how much of what was in use V8's heap may grow before it is collected again. By itself V8 lets it
 * grow to two or three times that.
 */
const SPARING_PERCENT = 40;
/** V8 then decides. */
const OWN_PERCENT = 0;

/** Has V8 collect garbage more often, for work that makes much of it. @returns ends that; to be called once */
export type SpareHeap = () => () => void;

/** @param set tells V8 */
export function createSparingHeap(set: (flags: string) => void = setFlagsFromString): SpareHeap {
  let works = 0;
  const allow = (percent: number) => set(`--heap-growing-percent=${percent}`);
  return () => {
    if (works === 0) allow(SPARING_PERCENT);
    works++;
    return () => {
      works--;
      if (works === 0) allow(OWN_PERCENT);
    };
  };
}
