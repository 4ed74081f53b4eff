import type { ReactNode } from "react";

import { Fold } from "../../ui/fold.tsx";
import { useHydrated } from "../../ui/hydration.ts";
import { AssumptionField } from "../assumptions/assumption-field.tsx";
import { withFigure } from "./cost-choice.ts";
import { sourceOf } from "./cost-inputs.ts";
import styles from "./cost-settings.module.css";
import { StateChoice } from "./state-choice.tsx";
import type { Costs } from "./use-costs.ts";
import { COST_FIGURES, type CostFigure } from "../../domain/cost-figures.ts";

/** The figures with the most influence on the yearly cost. */
const YEARLY: readonly CostFigure[] = ["milesPerYear", "years", "electricityPrice", "fastPercent"];

interface CostSettingsProps {
  title?: string;
  costs: Costs;
  names?: readonly CostFigure[];
  children?: ReactNode;
}

/** The visitor's state and some of the assumptions (costs.md#assumptions). */
export function CostSettings(props: CostSettingsProps) {
  const { title = "Cost settings", costs, names = YEARLY, children } = props;
  // Starts closed, so that the document does not need its fields.
  const isHydrated = useHydrated();
  return (
    <Fold title={title} className={`surface no-print ${styles.fold}`} isScripted>
      {isHydrated && (
        <div className={styles.settings}>
          <StateChoice costs={costs} />
          {names.map((name) => (
            <CostField key={name} name={name} costs={costs} />
          ))}
          {children}
        </div>
      )}
    </Fold>
  );
}

export function CostField({ name, costs }: { name: CostFigure; costs: Costs }) {
  const { inputs, prices, resetKey, change } = costs;
  return (
    <AssumptionField
      key={resetKey}
      assumption={COST_FIGURES[name]}
      value={inputs[name]}
      source={sourceOf(name, prices)}
      onChange={(value) => change((now) => withFigure(now, name, value, prices))}
    />
  );
}
