import { memo, useEffect, useRef } from "react";

import { Chip } from "../../ui/pill.tsx";
import styles from "./filter-chip-row.module.css";
import { focusMatchCount, ResetAll } from "./match-count.tsx";
import { useActiveFilters, useFilters } from "./use-filters.tsx";

/** Keeps its place when no filter is on. */
export const FilterChipRow = memo(function FilterChipRow() {
  const { update } = useFilters();
  const active = useActiveFilters();
  const row = useRef<HTMLDivElement>(null);
  const removed = useRef<number | null>(null);

  useEffect(() => {
    if (removed.current === null) return;
    // The chip that takes the pressed one's place gets the focus.
    const chips = row.current?.querySelectorAll("button");
    if (active.length === 0) focusMatchCount();
    else chips?.[Math.min(removed.current, active.length - 1)]?.focus({ preventScroll: true });
    removed.current = null;
  }, [active]);

  if (active.length === 0) return <div className={styles.row} />;
  return (
    <div ref={row} className={styles.row}>
      <ul role="list" aria-label="Active filters" className={styles.chips}>
        {active.map((filter, index) => (
          <li key={filter.id} className={styles.item}>
            <Chip
              label={filter.label}
              onRemove={() => {
                removed.current = index;
                update(filter.remove);
              }}
            />
          </li>
        ))}
      </ul>
      <ResetAll className={styles.reset} />
    </div>
  );
});
