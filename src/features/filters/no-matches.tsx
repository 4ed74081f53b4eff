import { useId, useMemo } from "react";
import { Link } from "wouter";

import { describeNearMiss, findNearMisses } from "../../domain/filters/near-misses.ts";
import { evPath } from "../../domain/routes.ts";
import { trimName } from "../../domain/trims.ts";
import { useDocumentData } from "../../ui/document-data.ts";
import { lazyOptional } from "../../ui/lazy.tsx";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { focusMatchCount } from "./match-count.tsx";
import { toVehicleFilter } from "./filter-views.ts";
import styles from "./no-matches.module.css";
import { useActiveFilters, useFilters, useMakes } from "./use-filters.tsx";

const Suggestions = lazyOptional(
  async () => (await import("../search/suggestions.tsx")).Suggestions,
);

/** The nearest cars, then what to search for instead, or which filter to remove. */
export function NoMatches(props: {
  /** every model; until they arrive, those of the document, which include the nearest cars */
  evs: readonly Ev[];
  isWhole?: boolean;
}) {
  const { evs, isWhole = true } = props;
  const { state, update } = useFilters();
  const makes = useMakes();
  const distance = useDistance();
  const { presentYear } = useDocumentData();
  const nearest = useMemo(
    () => (state.quick === null ? findNearMisses(evs, toVehicleFilter(state, makes)) : []),
    [evs, state, makes],
  );
  const [first, ...others] = useActiveFilters();
  const areWordsAlone = first?.filter === "search" && others.length === 0 && state.quick === null;
  const nearestId = useId();
  return (
    <div className={styles.parts}>
      <p className={styles.heading}>
        {areWordsAlone ? `No results for ${first.label}` : "No model matches all of these filters"}
      </p>
      {nearest.length > 0 && (
        <section aria-labelledby={nearestId} className={styles.list}>
          <h3 id={nearestId} className={styles.title}>
            Closest matches
          </h3>
          <ul role="list" className={styles.list}>
            {nearest.map((near) => (
              <li key={near.shown.rowId}>
                <Link href={evPath(near.ev.id, near.shown)} className={styles.suggestion}>
                  <strong translate="no">
                    {`${near.ev.make} ${near.ev.model} ${trimName(near.ev, near.shown, presentYear)}`}
                  </strong>
                  <span className="quiet">{describeNearMiss(near, distance)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div data-scripted className={`${styles.list} ${styles.suggestions}`}>
        {isWhole && (
          <Suggestions
            evs={evs}
            onChoose={(change) => {
              update(change);
              focusMatchCount();
            }}
          />
        )}
      </div>
    </div>
  );
}
