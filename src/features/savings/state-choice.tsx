import { useId, useRef } from "react";

import { Button } from "../../ui/button.tsx";
import styles from "./state-choice.module.css";
import type { States } from "./use-costs.ts";

interface StateChoiceProps {
  states: States | undefined;
  isMissing: boolean;
  /** a postal code */
  chosen: string | null;
  onAsk: () => void;
  onChoose: (code: string | null) => void;
}

/** Fills electricity, gas, the yearly fee and the grid's CO2 (beyond 3). */
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
            ? "They could not be loaded: please try again. U.S. averages count until then."
            : "U.S. averages count until then."}
        </p>
      </div>
    );
  }
  const prices = chosen === null ? undefined : states.get(chosen);
  return (
    <div className={styles.state}>
      <label htmlFor={id} className={styles.label}>
        State
      </label>
      <select
        id={id}
        className={styles.select}
        // The button that was pressed is gone.
        ref={(select) => {
          if (wasAsked.current) select?.focus();
          wasAsked.current = false;
        }}
        value={prices && chosen ? chosen : ""}
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
        {prices
          ? `Electricity of January to July 2026 (EIA), gas of October 9, 2026 (AAA), the yearly fee of July 2026 (Tax Foundation), CO₂ of the grid ${prices.subregion} in 2024 (EPA).`
          : "Fills electricity, gas, the yearly fee and the grid’s CO₂."}
      </p>
    </div>
  );
}
