import { useState } from "react";

import { useAddressChoice } from "../assumptions/use-address-choice.ts";
import { COST_ADDRESS, inputsOf } from "./cost-choice.ts";
import { useStates } from "./state-choice.tsx";

export type Costs = ReturnType<typeof useCosts>;

/**
 * Returns a visitor's choices for the costs and the resulting inputs.
 * @param path page whose address keeps them
 */
export function useCosts(path: string) {
  const { choice, arrivals, change } = useAddressChoice(path, COST_ADDRESS);
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
