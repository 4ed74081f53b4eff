import { type ReactNode, startTransition, useEffect, useId, useMemo, useState } from "react";
import { Link } from "wouter";

import { describeNearMiss, findNearMisses } from "../../domain/filters/near-misses.ts";
import { countOf } from "../../domain/format.ts";
import { evPath } from "../../domain/routes.ts";
import { trimName } from "../../domain/trims.ts";
import { useDocumentData } from "../../ui/document-data.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { resetFilters } from "./filter-state.ts";
import { focusMatchCount } from "./match-count.tsx";
import type { Suggestions } from "../search/find-suggestions.ts";
import { toVehicleFilter } from "./filter-views.ts";
import styles from "./no-matches.module.css";
import { useActiveFilters, useFilters, useMakes } from "./use-filters.tsx";

/** Keeps the line of the text that is awaited. */
const NO_BREAK_SPACE = "\u00a0";

interface NoMatchesProps {
  /** every model; until they arrive, those of the document, which include the nearest cars */
  evs: readonly Ev[];
  isWhole?: boolean;
  /** shown after the filters as another suggestion */
  children?: ReactNode;
}

/** The nearest cars, and what to search for instead, or which filter to remove and what that finds. */
export function NoMatches({ evs, isWhole = true, children }: NoMatchesProps) {
  const { state, update } = useFilters();
  const makes = useMakes();
  const distance = useDistance();
  const { presentYear } = useDocumentData();
  const [found, setFound] = useState<Suggestions>();
  const nearest = useMemo(
    () => (state.quick === null ? findNearMisses(evs, toVehicleFilter(state, makes)) : []),
    [evs, state, makes],
  );
  useEffect(() => {
    if (!isWhole) return;
    const gone = new AbortController();
    const find = async () => {
      const { findSuggestions } = await import("../search/find-suggestions.ts");
      const suggestions = await findSuggestions({ evs, state, makes, distance }, gone.signal);
      if (!gone.signal.aborted) startTransition(() => setFound(suggestions));
    };
    // If the code is missing, all filters can still be reset.
    find().catch(() => undefined);
    return () => gone.abort();
  }, [evs, isWhole, state, makes, distance]);
  const change: typeof update = (how) => {
    update(how);
    focusMatchCount();
  };
  const { suggestions = [] } = found ?? {};
  const [first, ...others] = useActiveFilters();
  const areWordsAlone = first?.filter === "search" && others.length === 0 && state.quick === null;
  const nearestId = useId();
  return (
    <EmptyState
      title={
        areWordsAlone ? `No results for ${first.label}` : "No model matches all of these filters"
      }
      text={found?.text ?? NO_BREAK_SPACE}
      action={
        <div className={styles.suggestions}>
          {!found && <div data-scripted className={styles.awaited} />}
          {suggestions.length > 0 && (
            <ul role="list" className={styles.list}>
              {suggestions.map(({ verb, label, isName, change: apply, count }) => (
                <li key={`${verb} ${label}`}>
                  <button type="button" className={styles.suggestion} onClick={() => change(apply)}>
                    <span>
                      {verb} <strong translate={isName ? "no" : undefined}>{label}</strong>
                    </span>
                    <span className={styles.brings}>{countOf(count, "model")}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
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
          <Button
            data-scripted
            variant={suggestions.length > 0 ? "quiet" : "primary"}
            onClick={() => change(resetFilters)}
          >
            Reset all
          </Button>
          {children}
        </div>
      }
    />
  );
}
