import type { ReactNode } from "react";

import { BrandFilter } from "./brand-filter.tsx";
import { BodyTypeFilter, DriveFilter, SeatingFilter, TaxCreditFilter } from "./choice-filters.tsx";
import type { Facets } from "./facets.ts";
import type { FilterName } from "./filter-chips.ts";
import { FilterSection } from "./filter-section.tsx";
import {
  AccelerationFilter,
  CargoFilter,
  PriceFilter,
  RangeFilter,
  TopSpeedFilter,
} from "./slider-filters.tsx";

interface FilterSectionsProps {
  sections: readonly (readonly [of: Exclude<FilterName, "search">, title: string])[];
  /** all are folded to begin with, and a control comes when it is asked for */
  folded?: boolean;
  /** of the whole catalogue */
  facets: Facets;
  /** the same with the numbers to show */
  live: Facets;
}

/** What few ask for is folded to begin with in any case. */
const SELDOM_USED: readonly FilterName[] = ["acceleration", "cargo", "topSpeed"];

/** Filters one below the other, each of which folds. */
export function FilterSections({ sections, folded = false, facets, live }: FilterSectionsProps) {
  const controls = {
    range: <RangeFilter />,
    price: <PriceFilter />,
    make: <BrandFilter makes={facets.makes} live={live.makes} />,
    bodyType: <BodyTypeFilter bodyTypes={live.bodyTypes} />,
    seating: <SeatingFilter facets={live.seatings} />,
    drive: <DriveFilter facets={live.drives} />,
    acceleration: <AccelerationFilter />,
    cargo: <CargoFilter />,
    topSpeed: <TopSpeedFilter />,
    taxCredit: <TaxCreditFilter count={live.taxCredit} />,
  } satisfies Partial<Record<FilterName, ReactNode>>;
  return sections.map(([of, title]) => (
    <FilterSection
      key={of}
      of={of}
      title={title}
      open={!folded && !SELDOM_USED.includes(of)}
      lazy={folded}
    >
      {controls[of]}
    </FilterSection>
  ));
}
