import { Link } from "wouter";

import { NOT_AVAILABLE } from "../../domain/format.ts";
import { ownershipOf } from "../../domain/ownership.ts";
import { savingsPath } from "../../domain/routes.ts";
import type { Trim } from "../../domain/vehicle.ts";
import answers from "../../ui/answers.module.css";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fold } from "../../ui/fold.tsx";
import { useHydrated } from "../../ui/hydration.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { FieldGroup } from "../assumptions/assumption-field.tsx";
import { COST_CODEC } from "./cost-choice.ts";
import styles from "./cost-card.module.css";
import { CostField, StateChoice } from "./cost-fields.tsx";
import {
  formatAhead,
  formatDollars,
  formatGasCar,
  formatPayment,
  listRunningCosts,
} from "./cost-words.ts";
import { useCosts } from "./use-costs.ts";
import type { CostFigure } from "../../domain/cost-figures.ts";

const FIELD_GROUPS: readonly (readonly [title: string, names: readonly CostFigure[]])[] = [
  ["Driving", ["milesPerYear", "years"]],
  ["Loan", ["downPaymentPercent", "aprPercent", "loanMonths"]],
];

/** What a car costs to own, with the settings of the savings section (one-car.md#cost-to-own). */
export function CostCard({ trim }: { trim: Trim }) {
  const costs = useCosts();
  const { choice, inputs, change } = costs;
  const { unit } = useDistance();
  // Starts closed, so that the document does not need its fields.
  const isHydrated = useHydrated();
  const owned = ownershipOf({ ...trim, typedUse: choice.uses[trim.rowId] }, inputs);
  const { running, ahead } = owned;
  const [payment, loan] = formatPayment(trim, inputs);
  const [net, netWords] = formatAhead(owned, inputs.years);
  const figures = [
    { label: "Per month, if financed", value: payment, note: loan },
    {
      label: "Running cost per year",
      value: running ? formatDollars(running.fuel + running.upkeep + running.fee) : NOT_AVAILABLE,
      note: running ? listRunningCosts(inputs) : "consumption unknown",
    },
    { label: "Net result", value: net, note: netWords, isSaving: (ahead ?? -1) > 0 },
  ];
  return (
    <div className={`surface ${answers.card}`}>
      <dl className={answers.figures} aria-live="polite">
        {figures.map(({ label, value, note, isSaving }) => (
          <div key={label}>
            <dt className="clamp note">{label}</dt>
            <dd
              className={answers.value}
              data-missing={value === NOT_AVAILABLE}
              data-saves={isSaving}
            >
              {value}
            </dd>
            <dd className={answers.note}>{note}</dd>
          </div>
        ))}
      </dl>
      <p className={answers.note}>{formatGasCar(inputs, unit)}</p>
      <Fold title="Change these figures" className={`surface no-print ${styles.fold}`} isScripted>
        {isHydrated && (
          <div className={styles.settings}>
            <StateChoice costs={costs} />
            {FIELD_GROUPS.map(([title, names]) => (
              <FieldGroup key={title} title={title}>
                {names.map((name) => (
                  <CostField key={name} name={name} costs={costs} />
                ))}
                {title === "Loan" && (
                  <Checkbox
                    className={styles.interest}
                    checked={inputs.hasLoan}
                    onChange={(hasLoan) => change((now) => ({ ...now, hasLoan }))}
                  >
                    Count the loan’s interest in the net result
                  </Checkbox>
                )}
              </FieldGroup>
            ))}
          </div>
        )}
      </Fold>
      <Link href={savingsPath(COST_CODEC.serialize({ ...choice, rowIds: [trim.rowId] }))}>
        Full calculation
      </Link>
    </div>
  );
}
