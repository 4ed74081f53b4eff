import { useEffect, useId, useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { showProgress } from "../../ui/progress.ts";
import styles from "./state-choice.module.css";
import type { StatePrices } from "./state-prices.ts";

type States = ReadonlyMap<string, StatePrices>;

/**
 * Loads the states' prices only on demand, because few visitors need them.
 * @param requests number of requests; each one tries again
 */
export function useStates(isWanted: boolean, requests: number) {
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

interface StateChoiceProps {
  states: States | undefined;
  isMissing: boolean;
  /** a postal code */
  chosen: string | null;
  onAsk: () => void;
  onChoose: (code: string | null) => void;
}

/** Fills in electricity, gas, the yearly fee and the grid's CO2 (costs.md#states). */
export function StateChoice({ states, isMissing, chosen, onAsk, onChoose }: StateChoiceProps) {
  const id = useId();
  const wasAsked = useRef(false);
  if (!states) {
    return (
      <div className={styles.state}>
        <Button
          size="s"
          onClick={() => {
            wasAsked.current = true;
            onAsk();
          }}
        >
          Use my state’s prices
        </Button>
        <p role="status" className={styles.note}>
          {isMissing
            ? "State prices couldn’t be loaded. Please try again. Using U.S. averages for now."
            : "Using U.S. averages."}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.state}>
      <label htmlFor={id} className="field-label">
        State
      </label>
      <select
        id={id}
        className={styles.select}
        // Takes the focus, because the button that was pressed is gone.
        ref={(select) => {
          if (wasAsked.current) select?.focus();
          wasAsked.current = false;
        }}
        value={chosen !== null && states.has(chosen) ? chosen : ""}
        onChange={({ target }) => onChoose(target.value || null)}
      >
        <option value="">U.S. averages</option>
        {Array.from(states, ([code, { name }]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <p className={styles.note}>
        Sets electricity, gas, EV fee and grid CO₂ for your state. The source is next to each
        figure.
      </p>
    </div>
  );
}
