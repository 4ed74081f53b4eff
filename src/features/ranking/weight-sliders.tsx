import { criterionOf, CRITERION_NAMES, MAX_WEIGHT, type Weights } from "../../domain/scores.ts";
import { Slider } from "../../ui/slider.tsx";
import styles from "./own-ranking.module.css";
import { useRank } from "./use-rank.ts";

/** Sliders that set how much each criterion counts. */
export function WeightSliders({ weights }: { weights: Weights }) {
  const { setWeight } = useRank();
  return (
    <fieldset className={styles.weights} data-scripted>
      <legend className={styles.legend}>How much each counts, from 0 to {MAX_WEIGHT}</legend>
      {CRITERION_NAMES.map((name) => {
        const { label, hint } = criterionOf(name);
        const weight = weights[name];
        return (
          <div key={name}>
            <p className={styles.criterion}>
              <span>{label}</span>
              <span aria-hidden className={styles.value}>
                {weight}
              </span>
            </p>
            <Slider
              label={`${label}, ${hint}`}
              min={0}
              max={MAX_WEIGHT}
              step={1}
              value={weight}
              quiet={weight === 0}
              formatValue={(value) => `${value} of ${MAX_WEIGHT}`}
              onChange={(next) => setWeight(name, next)}
            />
            <p aria-hidden className={styles.hint}>
              {hint}
            </p>
          </div>
        );
      })}
      <p className={styles.explanation}>
        Scores run from 0 to 100. A 90 for range means that the car goes farther than about 90% of
        all trims.
      </p>
    </fieldset>
  );
}
