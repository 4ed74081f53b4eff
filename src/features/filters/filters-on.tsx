import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/pill.tsx";
import { QUICK } from "../../domain/filters/quick-filters.ts";
import { clearQuick, resetFilters } from "./filter-state.ts";
import styles from "./filters-on.module.css";
import { useActiveFilters, useFilters } from "./use-filters.tsx";

/** Filters that a link or an earlier visit has set, on one line, so that nothing moves (finding.md#first-screen). */
export function FiltersOn({ className }: { className: string | undefined }) {
  const { state, update } = useFilters();
  // The box above shows the search.
  const active = useActiveFilters().filter(({ filter }) => filter !== "search");
  if (active.length === 0 && state.quick === null) return null;
  return (
    <div className={`${styles.row} ${className}`}>
      <ul role="list" aria-label="Filters on" className={styles.chips}>
        {state.quick !== null && (
          <li>
            <Chip label={QUICK[state.quick].banner} onRemove={() => update(clearQuick)} />
          </li>
        )}
        {active.map(({ id, filter, label, remove }) => (
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
