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
  const [wantsStates, setWantsStates] = useState(false);
  const { states, isMissing } = useStates(wantsStates || choice.state !== null);
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
    askForStates: () => setWantsStates(true),
  };
}

/** Few ask for the states' prices, so they come only then. */
function useStates(isWanted: boolean) {
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
  }, [isWanted]);
  return { states, isMissing };
}
