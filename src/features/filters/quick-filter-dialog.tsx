import { type ReactNode, useRef } from "react";

import { Button } from "../../ui/button.tsx";
import { countOf } from "../../vehicle/counts.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { BrandFilter } from "./brand-filter.tsx";
import {
  BodyTypeFilter,
  DriveFilter,
  SeatingFilter,
  TaxCreditFilter,
  TypePills,
} from "./choice-filters.tsx";
import type { Facets } from "./facets.ts";
import { FilterSection } from "./filter-section.tsx";
import { resetFilters } from "./filter-state.ts";
import styles from "./quick-filter-dialog.module.css";
import { QuickFilterPills } from "./quick-filter-pills.tsx";
import { SearchBox } from "./search-box.tsx";
import {
  AccelerationFilter,
  CargoFilter,
  PriceFilter,
  RangeFilter,
  TopSpeedFilter,
} from "./slider-filters.tsx";
import { useFilters, useFound } from "./use-filters.tsx";

export interface QuickFilterDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  facets: Facets;
  /** models that pass now */
  models: number;
  /** the visitor wants to see the list: its button, or closing after choosing a quick filter */
  onShowList: () => void;
}

/**
 * The quick-filter dialog of §2: search, quick filters, tax credit, and Type, Seating and Drive one
 * at a time. Where the panel has no room (below 1024 px) it also holds the panel's other filters.
 */
export function QuickFilterDialog(props: QuickFilterDialogProps) {
  const { open, onOpenChange, facets, models, onShowList } = props;
  const { update } = useFilters();
  const live = useFound()?.facets ?? facets;
  const quickChosen = useRef(false);

  const close = (show: boolean) => {
    onOpenChange(false);
    if (show || quickChosen.current) onShowList();
    quickChosen.current = false;
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close(false))}
      title="Quick filters"
      footer={
        <>
          <Button variant="quiet" onClick={() => update(resetFilters)}>
            Reset all
          </Button>
          <Button variant="primary" className={styles.show} onClick={() => close(true)}>
            <span aria-live="polite">{showLabel(models)}</span>
          </Button>
        </>
      }
    >
      <div className={styles.parts}>
        <SearchBox place="dialog" />
        <QuickFilterPills
          wording="pill"
          onChoose={() => {
            quickChosen.current = true;
          }}
        />
        <TaxCreditFilter count={live.taxCredit} />
        <Part title="Type">
          <TypePills bodyTypes={live.bodyTypes} />
        </Part>
        <div className={styles.pair}>
          <Part title="Seating">
            <SeatingFilter facets={live.seatings} single />
          </Part>
          <Part title="Drive">
            <DriveFilter facets={live.drives} single />
          </Part>
        </div>
        <div className={styles.more}>
          <FilterSection title="Brand" of="make">
            <BrandFilter makes={facets.makes} live={live.makes} />
          </FilterSection>
          <FilterSection title="Range" of="range">
            <RangeFilter />
          </FilterSection>
          <FilterSection title="Price" of="price">
            <PriceFilter />
          </FilterSection>
          <FilterSection title="All body types" of="bodyType">
            <BodyTypeFilter bodyTypes={live.bodyTypes} />
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
        </div>
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

function showLabel(models: number): string {
  if (models === 0) return "No model matches";
  return `Show ${countOf(models, "model")}`;
}
