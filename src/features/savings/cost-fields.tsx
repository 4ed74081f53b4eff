import { useId } from "react";

import { COST_FIGURES, type CostFigure } from "../../domain/cost-figures.ts";
import { useHydrated } from "../../ui/hydration.ts";
import { AssumptionField } from "../assumptions/assumption-field.tsx";
import { withFigure, withState } from "./cost-choice.ts";
import styles from "./cost-fields.module.css";
import { sourceOf } from "./cost-inputs.ts";
import { STATES } from "./state-prices.ts";
import type { Costs } from "./use-costs.ts";

export function CostField({ name, costs }: { name: CostFigure; costs: Costs }) {
  const { choice, inputs, resetKey, change } = costs;
  return (
    <AssumptionField
      key={resetKey}
      assumption={COST_FIGURES[name]}
      value={inputs[name]}
      source={sourceOf(name, choice.state)}
      onChange={(value) => change((now) => withFigure(now, name, value))}
    />
  );
}

/** Fills in electricity, gas, the yearly fee and the grid's CO2 (costs.md#states). */
export function StateChoice({ costs: { choice, change } }: { costs: Costs }) {
  const id = useId();
  // The document does not need the list.
  const states = useHydrated() ? [...STATES] : [];
  return (
    <div className={styles.state}>
      <label htmlFor={id} className="field-label">
        State
      </label>
      <select
        id={id}
        className={styles.select}
        value={choice.state ?? ""}
        onChange={({ target }) => change((now) => withState(now, target.value || null))}
      >
        <option value="">U.S. averages</option>
        {states.map(([code, { name }]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <p className="fine">
        Sets electricity, gas, EV fee and grid CO₂ for your state. Sources are beside each figure.
      </p>
    </div>
  );
}
