import { useCallback, useEffect, useState } from "react";

import { showProgress } from "../../ui/progress.ts";
import { usePageQuery, usePageState } from "../../ui/use-page-state.tsx";
import {
  COST_CODEC,
  type CostChoice,
  inputsOf,
  rememberCosts,
  DEFAULT_CHOICE,
} from "./cost-choice.ts";
import type { StatePrices } from "./state-prices.ts";

export type Costs = ReturnType<typeof useCosts>;

/** Returns a visitor's choices for the costs and the resulting inputs. */
export function useCosts() {
  const [choice, set, { arrivals }] = usePageState(COST_CODEC);
  const query = usePageQuery();
  const change = useCallback(
    (update: (now: CostChoice) => CostChoice) => {
      set(update);
      rememberCosts(query.get(COST_CODEC).value);
    },
    [set, query],
  );
  const [resets, setResets] = useState(0);
  const [requests, setRequests] = useState(0);
  const { states, isMissing } = useStates(requests > 0 || choice.state !== null, requests);
  const prices = choice.state === null ? undefined : states?.get(choice.state);
  return {
    choice,
    /** changes each time the fields are filled again */
    resetKey: `${arrivals} ${resets}`,
    change,
    reset() {
      setResets(resets + 1);
      change(({ rowIds }) => ({ ...DEFAULT_CHOICE, rowIds }));
    },
    inputs: inputsOf(choice, prices),
    /** of the chosen state */
    prices,
    states,
    /** whether the states were requested but could not be loaded */
    isMissing,
    askForStates: () => setRequests(requests + 1),
  };
}

type States = ReadonlyMap<string, StatePrices>;

/**
 * Loads the states' prices only on demand, because few visitors need them.
 * @param requests number of requests; each one tries again
 */
function useStates(isWanted: boolean, requests: number) {
  const [states, setStates] = useState<States>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const arriving = import("./state-prices.ts");
    showProgress(arriving);
    arriving.then(
      ({ STATES }) => isGone || setStates(STATES),
      () => isGone || setMissing(true),
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, requests]);
  return { states, isMissing };
}
