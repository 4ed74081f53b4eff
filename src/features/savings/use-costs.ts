import { useState } from "react";

import { usePageState } from "../../ui/use-page-state.tsx";
import { COST_CODEC, inputsOf } from "./cost-choice.ts";
import { useStates } from "./state-choice.tsx";

export type Costs = ReturnType<typeof useCosts>;

/** Returns a visitor's choices for the costs and the resulting inputs. */
export function useCosts() {
  const [choice, change, { arrivals }] = usePageState(COST_CODEC);
  const [asked, setAsked] = useState(0);
  const { states, isMissing } = useStates(asked > 0 || choice.state !== null, asked);
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
    askForStates: () => setAsked(asked + 1),
  };
}
