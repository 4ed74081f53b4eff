import type { Chosen } from "./compare.ts";
import type { CompareSettings } from "./differences.ts";
import { nameCheaperTrims, recommend, verdictOn } from "./verdict.ts";
import styles from "./verdict-panel.module.css";

interface VerdictPanelProps {
  chosen: readonly Chosen[];
  settings: CompareSettings;
}

/** Shows how the cars differ and which one suits which need (comparing.md#verdict). */
export function VerdictPanel({ chosen, settings }: VerdictPanelProps) {
  const differences = verdictOn(chosen, settings);
  const { needs, unknown } = recommend(chosen, settings);
  const isAlike = differences.length === 0 && unknown === "";
  const sentences = [
    ...(isAlike ? ["These cars hardly differ."] : differences),
    nameCheaperTrims(chosen),
  ].filter(Boolean);
  return (
    <div className={styles.verdict}>
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.difference}>
          {sentence}
        </p>
      ))}
      {needs.length > 0 && (
        <ul role="list" aria-label="Best for each need" className={styles.needs}>
          {needs.map((one) => (
            <li key={one.need}>
              {one.need}: <strong>{one.cars}</strong>
              {one.unknown && <span className={styles.unknown}>{one.unknown}</span>}
            </li>
          ))}
        </ul>
      )}
      {unknown && (
        <p className="note">
          {unknown} {needs.length > 0 && "Not counted above."}
        </p>
      )}
    </div>
  );
}
