import { useCallback, useState } from "react";

import { usePageQuery, usePageState } from "../../ui/use-page-state.tsx";
import { COST_CODEC, type CostChoice, inputsOf, rememberCosts } from "./cost-choice.ts";
import { useStates } from "./state-choice.tsx";

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
  const [requests, setRequests] = useState(0);
  const { states, isMissing } = useStates(requests > 0 || choice.state !== null, requests);
  const prices = choice.state === null ? undefined : states?.get(choice.state);
  return {
    choice,
    arrivals,
    change,
    inputs: inputsOf(choice, prices),
    /** of the chosen state */
    prices,
    states,
    /** whether the states were requested but could not be loaded */
    isMissing,
    askForStates: () => setRequests(requests + 1),
  };
}
