import { clsx } from "clsx";

import { useDistance } from "../../ui/use-distance.ts";
import { sayFigure } from "../../domain/assumption.ts";
import { type Chosen, fullTitle } from "../compare/compare.ts";
import { shortName } from "./cars.ts";
import styles from "./cost-answer.module.css";
import { COST_FIGURES } from "./cost-inputs.ts";
import { sayAhead, sayFuel } from "./cost-words.ts";
import type { CostInputs, Ownership } from "../../domain/ownership.ts";

export interface CarWithCosts extends Chosen {
  readonly owned: Ownership;
}

interface CostAnswerProps {
  id: string;
  cars: readonly CarWithCosts[];
  inputs: CostInputs;
}

/** The net cost of each car, with only fuel below it. It stays visible (costs.md#savings-section). */
export function CostAnswer({ id, cars, inputs }: CostAnswerProps) {
  const { unit } = useDistance();
  const say = (name: "gasCarPrice" | "gasCarMpg") =>
    sayFigure(COST_FIGURES[name], inputs[name], unit);
  return (
    <div id={id} className={clsx(styles.answer, cars.length === 1 && styles.alone)}>
      <ul className={styles.cars} aria-live="polite">
        {cars.map((car) => {
          const [figure, words] = sayAhead(car.owned, inputs.years);
          return (
            <li key={car.trim.rowId} className={styles.car}>
              <span className={styles.name} title={fullTitle(car)} translate="no">
                {cars.length === 1 ? `${car.ev.make} ${car.ev.model}` : shortName(car, cars)}
              </span>
              <span className={styles.net}>
                <strong
                  className={styles.figure}
                  data-saves={(car.owned.ahead ?? -1) > 0}
                  data-missing={car.owned.ahead === null}
                >
                  {figure}
                </strong>{" "}
                <span className={styles.words}>{words}</span>
              </span>
              <span className={styles.fuel}>{sayFuel(car.owned)}</span>
            </li>
          );
        })}
      </ul>
      <p className={styles.against}>
        Compared with a {say("gasCarPrice")} gas car at {say("gasCarMpg")}
      </p>
    </div>
  );
}
