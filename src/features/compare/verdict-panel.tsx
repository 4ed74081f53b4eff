import { Fragment } from "react";

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
  const needs = recommend(chosen, settings);
  return (
    <div className={styles.verdict}>
      <p>
        {(differences.length > 0 ? differences : ["The known figures hardly differ."]).map(
          (sentence) => (
            <Fragment key={sentence}>
              <span>{sentence}</span>{" "}
            </Fragment>
          ),
        )}
      </p>
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
      <p className="note">
        {nameCheaperTrims(chosen)} “Best” marks differences that matter; close values share it.
      </p>
    </div>
  );
}
