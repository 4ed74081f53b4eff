import { Fragment, type ReactNode } from "react";

import {
  BodyTypeFilter,
  BrandFilter,
  ChoicePills,
  FlagControl,
  SeatPills,
} from "./choice-filters.tsx";
import type { Facets } from "../../domain/filters/facets.ts";
import sectionStyles from "./filter-sections.module.css";
import {
  BOUNDS,
  CHOICES,
  type FilterName,
  FILTERS,
  type FilterSection,
  FLAGS,
  LIMITS,
} from "../../domain/filters/filters.ts";
import { BoundsControl, LimitSlider, PriceFilter } from "./slider-filters.tsx";
import { useFilters } from "./use-filters.tsx";
import { record } from "../../domain/records.ts";

/** The controls of one section; in a group each has a heading. Unlisted filters get the control of their kind. */
export function FilterControls(props: {
  section: FilterSection;
  /** of the whole catalogue */
  facets: Facets;
  /** the same facets with the counts to show */
  live: Facets;
  /** the dialog picks one at a time, the panel any number (finding.md#quick-filter-dialog) */
  isSingle?: boolean;
}) {
  const { section, facets, live, isSingle = false } = props;
  const { state } = useFilters();
  const hasPorts = facets.port.some(({ count }) => count > 0) || state.port.length > 0;
  const controls: Readonly<Record<FilterName, ReactNode>> = {
    ...record(CHOICES, (choice) => (
      <ChoicePills name={choice} facets={live[choice]} isSingle={isSingle} />
    )),
    ...record(LIMITS, (limit) => <LimitSlider name={limit} />),
    ...record(BOUNDS, (bounds) => <BoundsControl name={bounds} />),
    ...record(FLAGS, (flag) => <FlagControl name={flag} count={live[flag]} />),
    range: <BoundsControl name="range" />,
    price: <PriceFilter />,
    // A field of the price filter shows it.
    minPrice: null,
    make: <BrandFilter makes={facets.makes} live={live.makes} />,
    bodyType: <BodyTypeFilter bodyTypes={live.bodyTypes} />,
    minSeats: <SeatPills />,
    port: hasPorts && <ChoicePills name="port" facets={live.port} isSingle={isSingle} />,
  };
  const { title, names } = section;
  const isGroup = names.length > 1 && names.every((name) => FILTERS[name].title !== title);
  return names.map((name) => (
    <Fragment key={name}>
      {isGroup && controls[name] && (
        <h4 className={sectionStyles.control}>{FILTERS[name].title}</h4>
      )}
      {controls[name]}
    </Fragment>
  ));
}
