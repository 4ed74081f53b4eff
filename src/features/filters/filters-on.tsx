import { countOf } from "../../domain/format.ts";
import { Button } from "../../ui/button.tsx";
import { resetFilters } from "./filter-state.ts";
import { useActiveFilters, useFilters } from "./use-filters.tsx";

/** The number of filters that a link, a pill or an earlier visit has set (finding.md#first-screen). */
export function FiltersOn({ className }: { className: string | undefined }) {
  const { state, update } = useFilters();
  // The box above shows the search.
  const active = useActiveFilters().filter(({ filter }) => filter !== "search");
  const count = active.length + (state.quick === null ? 0 : 1);
  if (count === 0) return null;
  return (
    <div className={`line note ${className}`}>
      <span>{countOf(count, "filter")}</span>
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
