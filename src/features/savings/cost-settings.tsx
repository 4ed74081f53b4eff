import { ChevronDown } from "lucide-react";

import fold from "../../ui/fold.module.css";
import { useHydrated } from "../../ui/hydration.ts";
import type { CostFigure } from "../../domain/ownership.ts";
import { AssumptionField } from "../assumptions/assumption-field.tsx";
import { withFigure, withState } from "./cost-choice.ts";
import { COST_FIGURES, sourceOf } from "./cost-inputs.ts";
import styles from "./cost-settings.module.css";
import { StateChoice } from "./state-choice.tsx";
import type { Costs } from "./use-costs.ts";

/** The figures with the most influence on the yearly cost. */
const FIGURES: readonly CostFigure[] = ["milesPerYear", "years", "electricityPrice", "fastPercent"];

/** The assumptions behind the yearly cost in a comparison (comparing.md#rows). */
export function CostSettings({ costs }: { costs: Costs }) {
  const { choice, inputs, prices, arrivals, change } = costs;
  // Starts closed, so that the document does not need its fields.
  const isHydrated = useHydrated();
  return (
    <details className={styles.fold} data-scripted>
      <summary className={`${fold.summary} ${styles.summary}`}>
        Cost settings
        <ChevronDown aria-hidden className={fold.chevron} />
      </summary>
      {isHydrated && (
        <div className={styles.settings}>
          <StateChoice
            states={costs.states}
            isMissing={costs.isMissing}
            chosen={choice.state}
            onAsk={costs.askForStates}
            onChoose={(code) => change((now) => withState(now, code))}
          />
          {FIGURES.map((name) => (
            <AssumptionField
              key={`${name} ${arrivals}`}
              of={COST_FIGURES[name]}
              value={inputs[name]}
              source={sourceOf(name, prices)}
              onChange={(value) => change((now) => withFigure(now, name, value, prices))}
            />
          ))}
        </div>
      )}
    </details>
  );
}
