import { Fragment, useRef } from "react";
import { flushSync } from "react-dom";

import type { ModelTrim } from "./compare.ts";
import { changeComparison } from "./comparison.ts";
import type { CompareSettings } from "./differences.ts";
import { findCheapest, nameCheaperTrims, recommend, describeDifferences } from "./verdict.ts";
import styles from "./verdict-panel.module.css";

/** Shows how the cars differ and which one suits which need (comparing.md#verdict). */
export function VerdictPanel(props: { chosen: readonly ModelTrim[]; settings: CompareSettings }) {
  const { chosen, settings } = props;
  const panel = useRef<HTMLDivElement>(null);
  const differences = describeDifferences(chosen, settings);
  const needs = recommend(chosen, settings);
  const cheaper = nameCheaperTrims(chosen);
  const cheapest = findCheapest(chosen);
  return (
    <div ref={panel} tabIndex={-1} className={styles.verdict}>
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
          {needs.map(({ need, cars, details }) => (
            <li key={need}>
              {need}: <strong>{cars}</strong>
              {details && <span className={styles.details}>{details}</span>}
            </li>
          ))}
        </ul>
      )}
      {(cheaper || cheapest.length > 0) && (
        <p className={`note ${styles.cheaper}`}>
          {cheaper}{" "}
          {cheapest.length > 0 && (
            <button
              type="button"
              data-scripted
              className="touch underlined no-print"
              onClick={() => {
                flushSync(() => changeComparison(() => cheapest));
                // The button is gone, so what it changed takes the focus.
                panel.current?.focus({ preventScroll: true });
              }}
            >
              Compare the cheapest of each
            </button>
          )}
        </p>
      )}
    </div>
  );
}
