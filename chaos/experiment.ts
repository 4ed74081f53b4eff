/** An experiment of `npm run chaos`: a real server, something that goes wrong, and what has to be true. */
export interface Experiment {
  /** `npm run chaos -- kill` runs `kill` and everything whose name begins with `kill-` */
  name: string;
  /** what goes wrong, for the table of results */
  title: string;
  /** takes so long that it runs only when named */
  isOnRequest?: boolean;
  /**
   * @returns the figures for its row, such as `100 rounds, 4,211 votes; ready after 0.4 s at most`
   * @throws Error with the statement that turned out to be false
   */
  run(context: ExperimentContext): Promise<string>;
}

/** What the runner provides to an experiment. */
export interface ExperimentContext {
  /** random numbers from 0 to below 1, the same for the same `--seed` */
  random: () => number;
  seed: number;
  /** a number from the command line, such as `--rounds=5` */
  option: (name: string, fallback: number) => number;
  /** registers work for the end of the experiment, even if it fails; runs last first */
  cleanUp: (work: () => unknown) => void;
}

/** Fails the experiment with this sentence unless the condition holds. */
export function ensure(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}

/** Random numbers that depend only on the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
