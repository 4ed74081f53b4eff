import { memo } from "react";

import { Button } from "../../ui/button.tsx";
import { Kept } from "../../ui/server-rendering.ts";
import { BrandFilter } from "./brand-filter.tsx";
import { BodyTypeFilter, DriveFilter, SeatingFilter, TaxCreditFilter } from "./choice-filters.tsx";
import type { Facets } from "./facets.ts";
import styles from "./filter-panel.module.css";
import { FilterSection } from "./filter-section.tsx";
import { resetFilters } from "./filter-state.ts";
import { focusMatchCount } from "./match-count-focus.ts";
import {
  AccelerationFilter,
  CargoFilter,
  PriceFilter,
  RangeFilter,
  TopSpeedFilter,
} from "./slider-filters.tsx";
import { FiltersProvider, useFilters, useFound } from "./use-filters.tsx";
import { usePanelHidden } from "./use-wide.ts";

export interface FilterPanelProps {
  /** of the whole catalogue */
  facets: Facets;
}

/**
 * Every filter in one column at the left of the list, from 1024 px on (readings 5). Most changes of
 * the catalogue change no number in it, so the server keeps its HTML.
 */
export const FilterPanel = memo(function FilterPanel({ facets }: FilterPanelProps) {
  return (
    <Kept
      as="section"
      aria-labelledby="filter-panel-title"
      className={styles.panel}
      kept={{ owner: facets, name: "filter panel", ofAddress: true }}
      renderAlone={(content) => (
        <FiltersProvider makes={facets.makes.map(({ name }) => name)}>{content}</FiltersProvider>
      )}
    >
      <PanelContent facets={facets} />
    </Kept>
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
        <FilterSection title="Range" of="range" open>
          <RangeFilter />
        </FilterSection>
        <FilterSection title="Price" of="price" open>
          <PriceFilter />
        </FilterSection>
        <FilterSection title="Brand" of="make" open>
          <BrandFilter makes={facets.makes} live={live.makes} />
        </FilterSection>
        <FilterSection title="Body type" of="bodyType" open>
          <BodyTypeFilter bodyTypes={live.bodyTypes} />
        </FilterSection>
        <FilterSection title="Seating" of="seating" open>
          <SeatingFilter facets={live.seatings} />
        </FilterSection>
        <FilterSection title="Drive" of="drive" open>
          <DriveFilter facets={live.drives} />
        </FilterSection>
        <FilterSection title="0-60 mph" of="acceleration">
          <AccelerationFilter />
        </FilterSection>
        <FilterSection title="Cargo space" of="cargo">
          <CargoFilter />
        </FilterSection>
        <FilterSection title="Top speed" of="topSpeed">
          <TopSpeedFilter />
        </FilterSection>
        <FilterSection title="Tax credit" of="taxCredit" open>
          <TaxCreditFilter count={live.taxCredit} />
        </FilterSection>
      </div>
    </>
  );
}
