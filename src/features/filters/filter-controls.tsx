import { Fragment, type ReactNode } from "react";

import {
  BodyTypeFilter,
  BrandFilter,
  ChoicePills,
  FlagFilter,
  SeatPills,
} from "./choice-filters.tsx";
import type { Facets } from "../../domain/filters/facets.ts";
import {
  CHOICES,
  FILTER_NAMES,
  type FilterName,
  FLAGS,
  LIMITS,
  MEASURES,
  record,
  sectionOf,
} from "../../domain/filters/filters.ts";
import { LimitSlider, MeasureSlider, PriceFilter, RangeFilter } from "./slider-filters.tsx";
import { useFilters } from "./use-filters.tsx";

interface FilterControlsProps {
  /** what stands in its section is shown too */
  name: FilterName;
  /** of the whole catalogue */
  facets: Facets;
  /** the same with the numbers to show */
  live: Facets;
  /** the dialog picks one at a time, the panel any number (finding.md#quick-filter-dialog) */
  single?: boolean;
}

/** Every filter has the control of its kind unless it is named below. */
export function FilterControls({ name, facets, live, single = false }: FilterControlsProps) {
  const { state } = useFilters();
  const hasPorts = facets.port.some(({ count }) => count > 0) || state.port.length > 0;
  const controls: Readonly<Record<FilterName, ReactNode>> = {
    ...record(CHOICES, (choice) => (
      <ChoicePills name={choice} facets={live[choice]} single={single} />
    )),
    ...record(LIMITS, (limit) => <LimitSlider name={limit} />),
    ...record(MEASURES, (measure) => <MeasureSlider name={measure} />),
    ...record(FLAGS, (flag) => <FlagFilter name={flag} count={live[flag]} />),
    range: <RangeFilter />,
    price: <PriceFilter />,
    // It is a field of the price filter.
    minPrice: null,
    make: <BrandFilter makes={facets.makes} live={live.makes} />,
    bodyType: <BodyTypeFilter bodyTypes={live.bodyTypes} />,
    minSeats: <SeatPills />,
    port: hasPorts && <ChoicePills name="port" facets={live.port} single={single} />,
  };
  const names = FILTER_NAMES.filter((other) => sectionOf(other) === name);
  return names.map((other) => <Fragment key={other}>{controls[other]}</Fragment>);
}
