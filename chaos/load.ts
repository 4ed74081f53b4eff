import { setTimeout } from "node:timers/promises";
import type { ExperimentContext } from "./experiment.ts";
import type { Kind, Ledger, Outcome } from "./ledger.ts";

/** What the concurrent callers write, one entry per caller. */
const CALLERS: readonly Kind[] = [
  ...(["vote", "vote", "vote", "vote", "vote", "vote"] as const),
  ...(["edit", "edit", "row", "deletion", "review", "picture", "import"] as const),
];
/** A refused caller waits this long before it tries again. */
const REFUSED_WAIT_MS = 50;

/** Callers that write repeatedly until they are stopped. */
export interface Load {
  /** Stops the callers. @returns all outcomes */
  stop(): Promise<Outcome[]>;
  outcomes: readonly Outcome[];
}

/**
 * Starts the callers, which stop with the experiment, even if that fails.
 * @param originNow where to send the next write
 */
export function startLoad(
  { cleanUp }: Pick<ExperimentContext, "cleanUp">,
  ledger: Ledger,
  originNow: () => string,
): Load {
  const outcomes: Outcome[] = [];
  const over = new AbortController();
  async function call(kind: Kind): Promise<void> {
    while (!over.signal.aborted) {
      const outcome = await ledger.write(originNow(), kind);
      outcomes.push(outcome);
      if (outcome.status < 200 || outcome.status > 299) await setTimeout(REFUSED_WAIT_MS);
    }
  }
  const calls = CALLERS.map(call);
  async function stop(): Promise<Outcome[]> {
    over.abort();
    await Promise.all(calls);
    return outcomes;
  }
  cleanUp(stop);
  return { outcomes, stop };
}
