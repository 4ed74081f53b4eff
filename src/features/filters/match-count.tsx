import { useEffect, useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { countOf, formatCount } from "../../vehicle/counts.ts";
import { ANNOUNCEMENT_DELAY_MS } from "./control-limits.ts";
import { toggleMissing } from "./filter-state.ts";
import type { FoundModels, MissingField } from "./filters.ts";
import { focusMatchCount, MATCH_COUNT_ID } from "./match-count-focus.ts";
import styles from "./match-count.module.css";
import { useFilters } from "./use-filters.tsx";

const LACKING: Readonly<Record<MissingField, string>> = {
  price: "price",
  range: "range figure",
  acceleration: "0-60 time",
  seating: "seat count",
  drive: "drive type",
  cargo: "cargo figure",
  topSpeed: "top-speed figure",
};

export interface MatchCountProps {
  models: number;
  /** passing trims of those models */
  trims: number;
  /** models that only lack a filtered value */
  leftOut: FoundModels["leftOut"];
}

/** How many match, announced once the visitor rests, and who was left out for a missing value. */
export function MatchCount({ models, trims, leftOut }: MatchCountProps) {
  const { state, update } = useFilters();
  const text = `${countOf(models, "model")}, ${countOf(trims, "trim")}`;
  const announcement = useAnnouncement(text);
  const toggle = (field: MissingField) => {
    update((now) => toggleMissing(now, field));
    focusMatchCount();
  };
  return (
    <div className={styles.count}>
      <p id={MATCH_COUNT_ID} tabIndex={-1} className={styles.text}>
        <span className={styles.figure}>{formatCount(models)}</span>{" "}
        {models === 1 ? "model" : "models"}, {countOf(trims, "trim")}
      </p>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      {leftOut.map(({ field, count }) => (
        <p key={field} className={styles.note}>
          {formatCount(count)} {count === 1 ? "has" : "have"} no {LACKING[field]} yet
          <Button
            variant="quiet"
            size="s"
            aria-label={`Show them, models without a ${LACKING[field]}`}
            onClick={() => toggle(field)}
          >
            Show them
          </Button>
        </p>
      ))}
      {state.keepMissing.map((field) => (
        <p key={field} className={styles.note}>
          With models that have no {LACKING[field]} yet
          <Button
            variant="quiet"
            size="s"
            aria-label={`Hide them, models without a ${LACKING[field]}`}
            onClick={() => toggle(field)}
          >
            Hide them
          </Button>
        </p>
      ))}
    </div>
  );
}

/** The text once it has changed and rested; what the page arrives with is not announced. */
function useAnnouncement(text: string): string {
  const [announced, setAnnounced] = useState("");
  const first = useRef(text);
  useEffect(() => {
    if (first.current === text && announced === "") return;
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, announced]);
  return announced;
}
