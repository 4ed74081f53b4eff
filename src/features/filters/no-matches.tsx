import { SearchX } from "lucide-react";
import { startTransition, useEffect, useState } from "react";

import { countOf } from "../../vehicle/counts.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { resetFilters } from "./filter-state.ts";
import { type FilterSuggestion, suggestFilters } from "./filter-suggestions.ts";
import { MAX_SUGGESTIONS } from "./limits.ts";
import { focusMatchCount } from "./match-count.tsx";
import styles from "./no-matches.module.css";
import { useFilters } from "./use-filters.tsx";

export interface NoMatchesProps {
  /** every model; empty until they arrive */
  evs: readonly Ev[];
}

/** In place of an empty list: which filter to remove, and what that would bring. */
export function NoMatches({ evs }: NoMatchesProps) {
  const { state, makes, update } = useFilters();
  const distance = useDistance();
  const [suggestions, setSuggestions] = useState<readonly FilterSuggestion[]>();
  useEffect(() => {
    if (evs.length === 0) return;
    const gone = new AbortController();
    const show = (ways: FilterSuggestion[]) => {
      if (gone.signal.aborted) return;
      startTransition(() => setSuggestions(ways.slice(0, MAX_SUGGESTIONS)));
    };
    void suggestFilters(evs, state, makes, distance, gone.signal).then(show);
    return () => gone.abort();
  }, [evs, state, makes, distance]);
  const change: typeof update = (how) => {
    update(how);
    focusMatchCount();
  };
  return (
    <EmptyState
      icon={<SearchX />}
      title="No model matches all of these filters"
      text={suggestions && explanation(suggestions.length)}
      action={
        <div className={styles.ways}>
          {suggestions && suggestions.length > 0 && (
            <ul role="list" className={styles.list}>
              {suggestions.map(({ id, label, remove, count }) => (
                <li key={id}>
                  <button type="button" className={styles.way} onClick={() => change(remove)}>
                    <span className={styles.label}>
                      Without <strong>{label}</strong>
                    </span>
                    <span className={styles.brings}>{countOf(count, "model")}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Button
            variant={suggestions && suggestions.length > 0 ? "quiet" : "primary"}
            onClick={() => change(resetFilters)}
          >
            Reset all
          </Button>
        </div>
      }
    />
  );
}

function explanation(ways: number): string {
  return ways > 0
    ? "These would bring some back:"
    : "Remove two or more filters to see models again.";
}
