import { useDeferredValue, useMemo } from "react";

import { countOf } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import type { FilterState } from "../filters/filter-state.ts";
import { useFilters, useMakes } from "../filters/use-filters.tsx";
import styles from "../filters/no-matches.module.css";
import { findSuggestions } from "./find-suggestions.ts";

/** What to search for instead, or which filter to remove and what that finds. */
export function Suggestions(props: {
  /** every model */
  evs: readonly Ev[];
  onChoose: (change: (state: FilterState) => FilterState) => void;
}) {
  const { evs, onChoose } = props;
  // Looking for them tries each filter, so it must not delay a press.
  const state = useDeferredValue(useFilters().state);
  const makes = useMakes();
  const distance = useDistance();
  const { text, suggestions } = useMemo(
    () => findSuggestions({ evs, state, makes, distance }),
    [evs, state, makes, distance],
  );
  return (
    <>
      <p className={styles.title}>{text}</p>
      {suggestions.length > 0 && (
        <ul role="list" className={styles.list}>
          {suggestions.map(({ verb, label, isName, change, count }) => (
            <li key={`${verb} ${label}`}>
              <button type="button" className={styles.suggestion} onClick={() => onChoose(change)}>
                <span>
                  {verb} <strong translate={isName ? "no" : undefined}>{label}</strong>
                </span>
                <span className={styles.brings}>{countOf(count, "model")}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
