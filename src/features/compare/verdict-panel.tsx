import type { Chosen } from "./compare.ts";
import type { CompareSettings } from "./differences.ts";
import { describeYears, nameCheaperTrims, recommend, verdictOn } from "./verdict.ts";
import styles from "./verdict-panel.module.css";

interface VerdictPanelProps {
  chosen: readonly Chosen[];
  settings: CompareSettings;
}

/** Shows how the cars differ and which one suits which need (comparing.md#verdict). */
export function VerdictPanel({ chosen, settings }: VerdictPanelProps) {
  const sentences = [
    ...verdictOn(chosen, settings),
    describeYears(chosen, settings),
    nameCheaperTrims(chosen),
  ].filter(Boolean);
  const needs = recommend(chosen, settings);
  if (sentences.length === 0 && needs.length === 0) return null;
  return (
    <div className={styles.verdict}>
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.difference}>
          {sentence}
        </p>
      ))}
      {needs.length > 0 && (
        <ul role="list" aria-label="Best for each need" className={styles.needs}>
          {needs.map(({ need, cars, unknown }) => (
            <li key={need}>
              {need}: {cars ? <strong>{cars}</strong> : "not enough data"}
              {unknown && <span className={styles.unknown}>{unknown}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
