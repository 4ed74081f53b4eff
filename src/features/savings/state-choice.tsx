import { useId, useRef } from "react";

import { Button } from "../../ui/button.tsx";
import { withState } from "./cost-choice.ts";
import styles from "./state-choice.module.css";
import type { Costs } from "./use-costs.ts";

/** Fills in electricity, gas, the yearly fee and the grid's CO2 (costs.md#states). */
export function StateChoice({ costs }: { costs: Costs }) {
  const { states, isMissing, askForStates, change } = costs;
  const { state } = costs.choice;
  const id = useId();
  const wasAsked = useRef(false);
  if (!states) {
    return (
      <div className={styles.state}>
        <Button
          size="s"
          onClick={() => {
            wasAsked.current = true;
            askForStates();
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
        value={state !== null && states.has(state) ? state : ""}
        onChange={({ target }) => change((now) => withState(now, target.value || null))}
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
