import type { TripInputs } from "../../domain/trip.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Chosen } from "./compare.ts";
import { recommend } from "./recommendation.ts";
import { verdictOn } from "./verdict.ts";
import styles from "./verdict-panel.module.css";

interface VerdictPanelProps {
  chosen: readonly Chosen[];
  trip: TripInputs;
}

/** Shows how the cars differ and which one suits whom (comparing.md#verdict). */
export function VerdictPanel({ chosen, trip }: VerdictPanelProps) {
  const distance = useDistance();
  const differences = verdictOn(chosen, distance);
  const { words, reasons } = recommend(chosen, trip, distance);
  if (differences === "" && words === "") return null;
  return (
    <div className={styles.verdict}>
      {differences && <p className={styles.differences}>{differences}.</p>}
      {words && (
        <>
          <p className={styles.recommendation}>{words}</p>
          <p className={styles.reasons}>{reasons}</p>
        </>
      )}
    </div>
  );
}
