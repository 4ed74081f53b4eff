/** What `npm run chaos` runs: a real server, something that goes wrong, and what has to hold. */
export interface Experiment {
  /** `npm run chaos -- kill` runs `kill` and everything that begins with `kill-` */
  name: string;
  /** what goes wrong, for the table */
  title: string;
  /** true: takes so long that it runs only when its name is given */
  isOnRequest?: boolean;
  /**
   * @returns the figures of its row, such as `100 rounds, 4,211 votes; ready after 0.4 s at most`
   * @throws Error with the sentence that did not hold
   */
  run(context: ExperimentContext): Promise<string>;
}

/** What an experiment gets from the runner. */
export interface ExperimentContext {
  /** numbers from 0 to below 1, the same for the same `--seed` */
  random: () => number;
  seed: number;
  /** a number from the command line, such as `--rounds=5` */
  option: (name: string, fallback: number) => number;
  /** leaves nothing behind: called after the experiment, last first, also when it fails */
  cleanUp: (work: () => unknown) => void;
}

/** Fails the experiment with a sentence. */
export function ensure(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}

/** Numbers that only the seed decides (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
