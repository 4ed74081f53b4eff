import { memo } from "react";

import { Button } from "../../ui/button.tsx";
import { useMedia } from "../../ui/use-media.ts";
import styles from "./filter-panel.module.css";
import { type FilterData, FilterSections } from "./filter-sections.tsx";
import { resetFilters } from "./filter-state.ts";
import { FILTER_NAMES } from "./filters.ts";
import { PANEL_SCREEN } from "./limits.ts";
import { focusMatchCount } from "./match-count.tsx";
import { useActiveFilters, useFilters, useLiveFacets } from "./use-filters.tsx";

/** Every filter in one column at the left of the list, from 1024 px on (readings 5). */
export const FilterPanel = memo(function FilterPanel(props: FilterData) {
  const hasRoom = useMedia(PANEL_SCREEN, true);
  return (
    <section aria-labelledby="filter-panel-title" className={styles.panel} data-scripted>
      {/* Out of sight it costs a phone as much as the list; the document's own stays at first. */}
      {(hasRoom || props.evs === undefined) && <PanelContent {...props} />}
    </section>
  );
});

function PanelContent({ facets, evs }: FilterData) {
  const { update } = useFilters();
  const active = useActiveFilters();
  const live = useLiveFacets(facets, evs);
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
        <FilterSections names={FILTER_NAMES} facets={facets} live={live} />
      </div>
    </>
  );
}
