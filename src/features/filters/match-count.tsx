import { useEffect, useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { countOf, formatCount } from "../../vehicle/counts.ts";
import { toggleMissing } from "./filter-state.ts";
import { FILTERS, type MissingField } from "./filters.ts";
import type { FoundModels } from "./find-models.ts";
import { ANNOUNCEMENT_DELAY_MS, MATCH_COUNT_ID } from "./limits.ts";
import styles from "./match-count.module.css";
import { useFilters } from "./use-filters.tsx";

/**
 * For controls that disappear when pressed: the number says what the press did. Call it after the
 * change.
 */
export function focusMatchCount(): void {
  document.getElementById(MATCH_COUNT_ID)?.focus({ preventScroll: true });
}

interface MatchCountProps {
  models: number;
  /** passing trims */
  trims: number;
}

/** Announced once the visitor rests. */
export function MatchCount({ models, trims }: MatchCountProps) {
  const announcement = useAnnouncement(`${countOf(models, "model")}, ${countOf(trims, "trim")}`);
  return (
    <>
      <p id={MATCH_COUNT_ID} tabIndex={-1} className={styles.text}>
        <span className={styles.figure}>{formatCount(models)}</span>{" "}
        {models === 1 ? "model" : "models"}
        <span className={styles.trims}>, {countOf(trims, "trim")}</span>
      </p>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  );
}

interface LeftOutProps {
  /** models that only lack a filtered value */
  leftOut: FoundModels["leftOut"];
}

/** Below the list: who is left out for a missing value, or is shown all the same. */
export function LeftOut({ leftOut }: LeftOutProps) {
  const { state, update } = useFilters();
  const note = (field: MissingField, text: string, verb: string) => (
    <p key={field} className={styles.note}>
      {text} no {FILTERS[field].lacking} yet
      <Button
        variant="quiet"
        size="s"
        aria-label={`${verb} them, models without a ${FILTERS[field].lacking}`}
        onClick={() => {
          update((now) => toggleMissing(now, field));
          focusMatchCount();
        }}
      >
        {verb} them
      </Button>
    </p>
  );
  return (
    <div className={styles.notes}>
      {leftOut.map(({ field, count }) =>
        note(field, `${formatCount(count)} ${count === 1 ? "has" : "have"}`, "Show"),
      )}
      {state.keepMissing.map((field) => note(field, "With models that have", "Hide"))}
    </div>
  );
}

/** The text once it has changed and rested; what the page arrives with is not announced. */
export function useAnnouncement(text: string): string {
  const [announced, setAnnounced] = useState("");
  const first = useRef(text);
  useEffect(() => {
    if (first.current === text && announced === "") return;
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, announced]);
  return announced;
}
