import { SearchX } from "lucide-react";
import { type ReactNode, startTransition, useEffect, useId, useState } from "react";
import { Link } from "wouter";

import { countOf } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { resetFilters } from "./filter-state.ts";
import { focusMatchCount } from "./match-count.tsx";
import type { Suggestions } from "../search/find-suggestions.ts";
import styles from "./no-matches.module.css";
import { useFilters } from "./use-filters.tsx";

export interface NoMatchesProps {
  /** every model; empty until they arrive */
  evs: readonly Ev[];
  /** shown after the filters as another suggestion */
  children?: ReactNode;
}

/**
 * Shown instead of an empty list: what to search for instead, or which filter to remove and how many models
 * that finds.
 */
export function NoMatches({ evs, children }: NoMatchesProps) {
  const { state, makes, update } = useFilters();
  const distance = useDistance();
  const [found, setFound] = useState<Suggestions>();
  useEffect(() => {
    if (evs.length === 0) return;
    const gone = new AbortController();
    const find = async () => {
      const { findSuggestions } = await import("../search/find-suggestions.ts");
      const suggestions = await findSuggestions({ evs, state, makes, distance }, gone.signal);
      if (!gone.signal.aborted) startTransition(() => setFound(suggestions));
    };
    // If the code is missing, all filters can still be reset.
    find().catch(() => undefined);
    return () => gone.abort();
  }, [evs, state, makes, distance]);
  const change: typeof update = (how) => {
    update(how);
    focusMatchCount();
  };
  const { suggestions = [], nearest = [] } = found ?? {};
  const nearestId = useId();
  return (
    <EmptyState
      icon={<SearchX />}
      title="No model matches all of these filters"
      text={found?.text}
      action={
        <div className={styles.suggestions}>
          {suggestions.length > 0 && (
            <ul role="list" className={styles.list}>
              {suggestions.map(({ verb, label, isName, change: way, count }) => (
                <li key={`${verb} ${label}`}>
                  <button type="button" className={styles.way} onClick={() => change(way)}>
                    <span className={styles.label}>
                      {verb} <strong translate={isName ? "no" : undefined}>{label}</strong>
                    </span>
                    <span className={styles.brings}>{countOf(count, "model")}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {nearest.length > 0 && (
            <section aria-labelledby={nearestId} className={styles.nearest}>
              <h3 id={nearestId} className={styles.title}>
                Closest matches
              </h3>
              <ul role="list" className={styles.list}>
                {nearest.map(({ name, path, misses }) => (
                  <li key={path}>
                    <Link href={path} className={styles.way}>
                      <strong className={styles.label} translate="no">
                        {name}
                      </strong>
                      <span className={styles.misses}>{misses}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Button
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
