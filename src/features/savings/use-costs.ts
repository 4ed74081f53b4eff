import { useEffect, useState } from "react";

import { HOME } from "../../routes.ts";
import { showWaiting } from "../../ui/waiting.ts";
import { useAddressChoice } from "../assumptions/use-address-choice.ts";
import { useComparison } from "../compare/use-comparison.ts";
import { COST_ADDRESS, inputsOf } from "./cost-choice.ts";
import type { StatePrices } from "./state-prices.ts";

export type States = ReadonlyMap<string, StatePrices>;

const NO_IDS: readonly number[] = [];

/** The visitor's choice, the rows of its cars and what follows for the inputs. */
export function useCosts() {
  const { choice, arrivals, change } = useAddressChoice(HOME, COST_ADDRESS);
  const compared = useComparison()?.ids ?? NO_IDS;
  const [asked, setAsked] = useState(0);
  const { states, isMissing } = useStates(asked > 0 || choice.state !== null, asked);
  const prices = choice.state === null ? undefined : states?.get(choice.state);
  return {
    choice,
    arrivals,
    change,
    rowIds: choice.rowIds ?? compared,
    inputs: inputsOf(choice, prices),
    /** of the chosen state */
    prices,
    states,
    /** the states were asked for and did not come */
    isMissing,
    askForStates: () => setAsked(asked + 1),
  };
}

/**
 * Few ask for the states' prices, so they come only then.
 * @param asked how often; each time it is tried again
 */
function useStates(isWanted: boolean, asked: number) {
  const [states, setStates] = useState<States>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const arriving = import("./state-prices.ts");
    showWaiting(arriving);
    arriving.then(
      ({ STATES }) => isGone || setStates(STATES),
      () => isGone || setMissing(true),
    );
    return () => {
      isGone = true;
    };
  }, [isWanted, asked]);
  return { states, isMissing };
}
