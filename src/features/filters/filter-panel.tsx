import { memo } from "react";

import { Button } from "../../ui/button.tsx";
import type { Facets } from "./facets.ts";
import styles from "./filter-panel.module.css";
import { FilterSections } from "./filter-sections.tsx";
import { resetFilters } from "./filter-state.ts";
import { focusMatchCount } from "./match-count-focus.ts";
import { useFilters, useFound } from "./use-filters.tsx";
import { usePanelHidden } from "./use-wide.ts";

export interface FilterPanelProps {
  /** of the whole catalogue */
  facets: Facets;
}

const SECTIONS = [
  ["range", "Range"],
  ["price", "Price"],
  ["make", "Brand"],
  ["bodyType", "Body type"],
  ["seating", "Seating"],
  ["drive", "Drive"],
  ["acceleration", "0-60 mph"],
  ["cargo", "Cargo space"],
  ["topSpeed", "Top speed"],
  ["taxCredit", "Tax credit"],
] as const;

/** Every filter in one column at the left of the list, from 1024 px on (readings 5). */
export const FilterPanel = memo(function FilterPanel({ facets }: FilterPanelProps) {
  return (
    <section aria-labelledby="filter-panel-title" className={styles.panel} data-scripted>
      <PanelContent facets={facets} />
    </section>
  );
});

function PanelContent({ facets }: FilterPanelProps) {
  const { active, update } = useFilters();
  const found = useFound();
  const live = found?.facets ?? facets;
  const isHidden = usePanelHidden(found !== null);
  if (isHidden) return null;
  return (
    <>
      <header className={styles.header}>
        <h3 id="filter-panel-title" className={styles.title}>
          Filters
        </h3>
        {active.length > 0 && (
          <Button
            variant="quiet"
            size="s"
            onClick={() => {
              update(resetFilters);
              focusMatchCount();
            }}
          >
            Reset all
          </Button>
        )}
      </header>
      <div className={styles.sections}>
        <FilterSections sections={SECTIONS} facets={facets} live={live} />
      </div>
    </>
  );
}
