import { ChevronDown } from "lucide-react";

import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import fold from "../../ui/fold.module.css";
import { useHydrated } from "../../ui/hydration.ts";
import { AssumptionField, FieldGroup } from "../assumptions/assumption-field.tsx";
import { fullTitle } from "../compare/compare.ts";
import styles from "./cost-assumptions.module.css";
import type { CarWithCosts } from "./cost-answer.tsx";
import { withUse } from "./cost-choice.ts";
import { ASSUMPTION_GROUPS, CONSUMPTION } from "./cost-inputs.ts";
import { CostField } from "./cost-settings.tsx";
import { wallUseOf } from "../../domain/ownership.ts";
import type { Costs } from "./use-costs.ts";

interface CostAssumptionsProps {
  cars: readonly CarWithCosts[];
  costs: Costs;
}

const USE_SOURCES = {
  typed: "Entered by you.",
  consumption: "EPA, measured at the wall, charging losses included.",
  battery:
    "Battery size divided by range, plus charging losses. Enter your own figure to replace it.",
};

export function CostAssumptions({ cars, costs }: CostAssumptionsProps) {
  const { inputs, resetKey, change, reset } = costs;
  // Starts closed, so that the document does not need its fields.
  const isHydrated = useHydrated();
  const carsWithUse = cars.filter(({ trim }) => wallUseOf(trim, inputs) !== null);
  return (
    <details className={styles.fold} data-scripted>
      <summary className={`${fold.summary} ${styles.summary}`}>
        <span className={styles.title}>Assumptions</span>
        <span className="note">Every figure has a source. Change any of them.</span>
        <ChevronDown aria-hidden className={fold.chevron} />
      </summary>
      {isHydrated && (
        <>
          <div className={styles.groups}>
            {carsWithUse.length > 0 && (
              <FieldGroup title="Consumption" className={styles.group}>
                {carsWithUse.map(({ ev, trim, owned: { use } }) => (
                  <AssumptionField
                    key={`${trim.rowId} ${resetKey}`}
                    assumption={{ ...CONSUMPTION, label: fullTitle({ ev, trim }) }}
                    value={use && use.kwhPer100Miles}
                    source={use ? USE_SOURCES[use.from] : undefined}
                    onChange={(typed) => change((now) => withUse(now, trim.rowId, typed))}
                  />
                ))}
              </FieldGroup>
            )}
            {ASSUMPTION_GROUPS.map(({ title, names, ifOn }) => (
              <FieldGroup key={title} title={title} className={styles.group}>
                {ifOn && (
                  <Checkbox
                    className={styles.flag}
                    checked={inputs[ifOn.flag]}
                    onChange={(isOn) => change((now) => ({ ...now, [ifOn.flag]: isOn }))}
                  >
                    {ifOn.label}
                  </Checkbox>
                )}
                {(!ifOn || inputs[ifOn.flag]) &&
                  names.map((name) => <CostField key={name} name={name} costs={costs} />)}
              </FieldGroup>
            ))}
          </div>
          <div className={styles.notes}>
            <p>
              {destinationLine(cars)} Insurance, sales tax, credits and a home charger are not
              included. Prices are assumed to stay the same
              {inputs.depreciates ? "." : ", and the cars are worth nothing at the end."}
            </p>
            <Button size="s" onClick={reset}>
              Reset all figures
            </Button>
          </div>
        </>
      )}
    </details>
  );
}

/**
 * Prices exclude the destination charge, unless a trim's source says otherwise
 * (costs.md#loan-and-depreciation).
 */
export function destinationLine(cars: readonly Pick<CarWithCosts, "ev" | "trim">[]): string {
  const isIncluded = ({ trim }: Pick<CarWithCosts, "trim">) =>
    /\bwith destination|destination (?:charge )?included|includ\w+ destination/iu.test(
      trim.source ?? "",
    );
  const included = cars.filter(isIncluded);
  if (included.length === 0) return "Prices do not include destination charges.";
  if (included.length === cars.length) return "Prices include destination charges.";
  return `Prices do not include destination charges, except for the ${included.map(fullTitle).join(" and the ")}.`;
}
