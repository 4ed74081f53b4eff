import { SearchX } from "lucide-react";
import { startTransition, useEffect, useState } from "react";

import { countOf } from "../../vehicle/counts.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { MAX_LOOSENINGS } from "./control-limits.ts";
import { resetFilters } from "./filter-state.ts";
import { findLooseningsInTurns, type Loosening } from "./loosenings.ts";
import { focusMatchCount } from "./match-count-focus.ts";
import styles from "./no-matches.module.css";
import { inTurns } from "./turns.ts";
import { useFilters } from "./use-filters.tsx";

export interface NoMatchesProps {
  /** every model of the catalogue; empty while they are on their way */
  evs: readonly Ev[];
}

/** In place of an empty list: which one filter to loosen, and what that would bring. */
export function NoMatches({ evs }: NoMatchesProps) {
  const { state, makes, update } = useFilters();
  const distance = useDistance();
  const [loosenings, setLoosenings] = useState<readonly Loosening[]>();
  useEffect(() => {
    if (evs.length === 0) return;
    return inTurns(findLooseningsInTurns(evs, state, makes, distance), (ways) =>
      startTransition(() => setLoosenings(ways.slice(0, MAX_LOOSENINGS))),
    );
  }, [evs, state, makes, distance]);
  const change: typeof update = (how) => {
    update(how);
    focusMatchCount();
  };
  return (
    <EmptyState
      icon={<SearchX />}
      title="No model matches all of these filters"
      text={loosenings && explanation(loosenings.length)}
      action={
        <div className={styles.ways}>
          {loosenings && loosenings.length > 0 && (
            <ul role="list" className={styles.list}>
              {loosenings.map(({ id, label, remove, count }) => (
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
            variant={loosenings && loosenings.length > 0 ? "quiet" : "primary"}
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
