import { clsx } from "clsx";
import { Link } from "wouter";

import { evPath } from "../../domain/routes.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { type ModelTrim, fullTitle } from "../compare/compare.ts";
import { shortName } from "./cars.ts";
import styles from "./cost-answer.module.css";
import {
  formatAhead,
  formatDollars,
  formatFuel,
  formatGasCar,
  formatPayment,
  formatTotal,
} from "./cost-words.ts";
import type { CostInputs, Ownership } from "../../domain/ownership.ts";

export interface CarWithCosts extends ModelTrim {
  readonly owned: Ownership;
}

/** The fragment of a copied link, because on a phone the section's title is far above the result. */
export const RESULT_ID = "savings-result";

/** The total and net cost of each car, which stays visible (costs.md#savings-section), and the rest below it. */
export function CostAnswer(props: { cars: readonly CarWithCosts[]; inputs: CostInputs }) {
  const { cars, inputs } = props;
  const { unit } = useDistance();
  const isAlone = cars.length === 1;
  return (
    <>
      <div id={RESULT_ID} className={clsx(styles.answer, isAlone && styles.alone)}>
        <ul className={styles.cars} aria-live="polite">
          {cars.map((car) => {
            const [total, period] = formatTotal(car.owned, inputs.years);
            const [net, words] = formatAhead(car.owned, inputs.years);
            return (
              <li key={car.trim.rowId} className={styles.car}>
                <Link
                  href={evPath(car.ev.id, car.trim)}
                  className={`name-link ${styles.name}`}
                  title={fullTitle(car)}
                  translate="no"
                >
                  <span className={styles.wide}>{car.ev.make} </span>
                  {shortName(car, cars)}
                </Link>
                {period && (
                  <span className={styles.words}>
                    <span className={styles.total}>Total </span>
                    <strong className={styles.figure}>{total}</strong>{" "}
                    <span className={styles.wide}>{period}</span>
                  </span>
                )}
                <span className={styles.words}>
                  <strong
                    className={styles.net}
                    data-saves={(car.owned.ahead ?? -1) > 0}
                    data-missing={car.owned.ahead === null}
                  >
                    {net}
                  </strong>{" "}
                  {words}
                </span>
              </li>
            );
          })}
        </ul>
      </div>
      <div className={styles.rest}>
        <ul className={styles.cars}>
          {cars.map((car) => (
            <li key={car.trim.rowId} className={styles.car}>
              <span className="visually-hidden" translate="no">
                {shortName(car, cars)}
              </span>
              {inputs.hasLoan && (
                <span className={styles.words}>
                  <strong>{formatPayment(car.trim, inputs, formatDollars)[0]}</strong> loan payment
                  per month
                </span>
              )}
              <span>{formatFuel(car.owned)}</span>
            </li>
          ))}
        </ul>
        <p>{formatGasCar(inputs, unit)}</p>
      </div>
    </>
  );
}
