import { useCallback, useState } from "react";

import { usePageQuery, usePageState } from "../../ui/use-page-state.tsx";
import {
  COST_CODEC,
  type CostChoice,
  inputsOf,
  rememberCosts,
  DEFAULT_CHOICE,
} from "./cost-choice.ts";

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
  return {
    choice,
    /** changes each time the fields are filled again */
    resetKey: `${arrivals} ${resets}`,
    change,
    reset() {
      setResets(resets + 1);
      change(({ rowIds }) => ({ ...DEFAULT_CHOICE, rowIds }));
    },
    inputs: inputsOf(choice),
  };
}
