import { countOf } from "../../domain/format.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/pill.tsx";
import { QUICK } from "../../domain/filters/quick-filters.ts";
import { clearQuick, resetFilters } from "./filter-state.ts";
import styles from "./filters-on.module.css";
import { useActiveFilters, useFilters } from "./use-filters.tsx";

interface FiltersOnProps {
  /** filters that a pill shows */
  pills: readonly string[];
  className: string | undefined;
}

/** Filters that a link or an earlier visit has set, on one line; a phone has their number (finding.md#first-screen). */
export function FiltersOn({ pills, className }: FiltersOnProps) {
  const { state, update } = useFilters();
  // The box above shows the search.
  const active = useActiveFilters().filter(({ filter }) => filter !== "search");
  const count = active.length + (state.quick === null ? 0 : 1);
  if (count === 0) return null;
  return (
    <div className={`${styles.row} ${className}`}>
      <span className={styles.count}>{countOf(count, "filter")}</span>
      <ul role="list" aria-label="Filters on" className={styles.chips}>
        {state.quick !== null && (
          <li>
            <Chip label={QUICK[state.quick].banner} onRemove={() => update(clearQuick)} />
          </li>
        )}
        {active
          .filter(({ filter }) => !pills.includes(filter))
          .map(({ id, filter, label, remove }) => (
            <li key={id}>
              <Chip label={label} isName={filter === "make"} onRemove={() => update(remove)} />
            </li>
          ))}
      </ul>
      <Button
        variant="quiet"
        size="s"
        aria-label="Clear all filters"
        onClick={() => update(resetFilters)}
      >
        Clear
      </Button>
    </div>
  );
}
