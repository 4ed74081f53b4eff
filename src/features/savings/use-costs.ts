import { useState } from "react";

import { useAddressChoice } from "../assumptions/use-address-choice.ts";
import { COST_ADDRESS, inputsOf } from "./cost-choice.ts";
import { useStates } from "./state-choice.tsx";

export type Costs = ReturnType<typeof useCosts>;

/**
 * What a visitor chose of the costs, and what follows for the inputs.
 * @param path whose address keeps it
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
    /** the states were asked for and did not come */
    isMissing,
    askForStates: () => setAsked(asked + 1),
  };
}
