import { clsx } from "clsx";
import { useMemo, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Pill } from "../../ui/pill.tsx";
import { formatCount } from "../../domain/format.ts";
import { BrandLogo } from "../pictures/brand-logo.tsx";
import styles from "./choice-filters.module.css";
import { type Facet, typePillFacets } from "../../domain/filters/facets.ts";
import {
  isBodyTypePicked,
  pickBodyType,
  selectedBodyTypes,
  selectedMakeNames,
  toggleBodyType,
  toggleMake,
} from "./filter-selections.ts";
import { type FilterState, pickChoice, toggleChoice } from "./filter-state.ts";
import { type ChoiceName, FILTERS, type FlagName } from "../../domain/filters/filters.ts";
import { useFilters, useMakes } from "./use-filters.tsx";
import { QUICK_TOP_MODELS } from "../../domain/filters/quick-filters.ts";

/** Number of the most common brands shown; the panel shows the rest on demand. */
const FIRST_BRANDS = 8;

function Count({ models }: { models: number }) {
  return (
    <span className={styles.count}>
      {formatCount(models)}
      <span className="visually-hidden"> {models === 1 ? "model" : "models"}</span>
    </span>
  );
}

export function BodyTypeFilter({ bodyTypes }: { bodyTypes: readonly Facet[] }) {
  const selected = new Set(selectedBodyTypes(useFilters().state));
  return (
    <CountedOptions
      label="Body type"
      facets={bodyTypes}
      selected={selected}
      toggle={toggleBodyType}
    />
  );
}

function CountedOptions(props: {
  label: string;
  facets: readonly Facet[];
  selected: ReadonlySet<string>;
  toggle: (state: FilterState, name: string) => FilterState;
  withLogo?: boolean;
}) {
  const { label, facets, selected, toggle, withLogo } = props;
  const { update } = useFilters();
  return (
    <div role="group" aria-label={label}>
      {facets.map(({ name, count }) => (
        <Checkbox
          key={name}
          className={styles.option}
          checked={selected.has(name)}
          onChange={() => update((now) => toggle(now, name))}
        >
          <span className={styles.row} data-none={count === 0}>
            {withLogo && <BrandLogo make={name} size={24} />}
            <span className={styles.name} translate={withLogo ? "no" : undefined}>
              {name}
            </span>
            <span className={styles.count}>{count}</span>
          </span>
        </Checkbox>
      ))}
    </div>
  );
}

/** A long list shows the most common brands first. */
export function BrandFilter(props: {
  /** of the whole catalogue */
  makes: readonly Facet[];
  /** the same brands with the counts to show */
  live: readonly Facet[];
}) {
  const { makes, live } = props;
  const { state } = useFilters();
  const catalogueMakes = useMakes();
  const [all, setAll] = useState(false);
  const largest = useMemo(() => namesOfLargest(makes), [makes]);
  const selected = selectedMakeNames(state, catalogueMakes);
  const shown = live.filter(({ name }) => all || largest.has(name) || selected.has(name));
  return (
    <>
      <CountedOptions
        label="Brand"
        facets={shown}
        selected={selected}
        toggle={toggleMake}
        withLogo
      />
      {makes.length > FIRST_BRANDS && (
        <Button
          variant="quiet"
          size="s"
          className={styles.all}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? "Show fewer brands" : `Show all ${makes.length} brands`}
        </Button>
      )}
    </>
  );
}

/** Uses the whole catalogue, so that a brand does not leave the list when its count drops. */
function namesOfLargest(makes: readonly Facet[]): ReadonlySet<string> {
  const largest = makes.toSorted((a, b) => b.count - a.count).slice(0, FIRST_BRANDS);
  return new Set(largest.map(({ name }) => name));
}

/** Only one can be chosen at a time (finding.md#quick-filter-dialog). */
export function TypePills({ bodyTypes }: { bodyTypes: readonly Facet[] }) {
  const { state, update } = useFilters();
  const most = state.quick === null ? undefined : QUICK_TOP_MODELS;
  return (
    <div role="group" aria-label="Type" className={styles.pills}>
      {typePillFacets(bodyTypes, most).map(({ name, count }) => (
        <Pill
          key={name}
          pressed={isBodyTypePicked(state, name)}
          onClick={() => update((now) => pickBodyType(now, name))}
        >
          {name} <Count models={count} />
        </Pill>
      ))}
    </div>
  );
}

export function ChoicePills(props: {
  name: ChoiceName;
  facets: readonly Facet[];
  /** the dialog picks one at a time, the panel any number (finding.md#quick-filter-dialog) */
  isSingle?: boolean;
}) {
  const { name, facets, isSingle = false } = props;
  const { state, update } = useFilters();
  const { title, labels, unit } = FILTERS[name];
  const change = isSingle ? pickChoice : toggleChoice;
  return (
    <div role="group" aria-label={title} className={styles.pills}>
      {facets.map(({ name: value, count }) => (
        <Pill
          key={value}
          pressed={state[name].includes(value)}
          onClick={() => update((now) => change(now, name, value))}
        >
          <span>
            {labels?.[value] ?? value}
            {unit && <span className="visually-hidden"> {unit},</span>}
          </span>{" "}
          <Count models={count} />
        </Pill>
      ))}
    </div>
  );
}

/** Finer than the three seat groups. */
const LEAST_SEATS = [5, 6, 7, 8];

/** One at a time, or none. */
export function SeatPills() {
  const { state, update } = useFilters();
  const { thumb } = FILTERS.minSeats;
  return (
    <div role="group" aria-label={thumb} className={clsx(styles.pills, styles.seats)}>
      <span aria-hidden className={styles.words}>
        At least
      </span>
      {LEAST_SEATS.map((seats) => (
        <Pill
          key={seats}
          aria-label={`At least ${seats} seats`}
          pressed={state.minSeats === seats}
          onClick={() =>
            update((now) => ({ ...now, minSeats: now.minSeats === seats ? null : seats }))
          }
        >
          {seats}
        </Pill>
      ))}
      <span aria-hidden className={styles.words}>
        seats
      </span>
    </div>
  );
}

export function FlagControl(props: {
  name: FlagName;
  /** number of models that it would show */
  count: number;
}) {
  const { name, count } = props;
  const { state, update } = useFilters();
  const { title, note } = FILTERS[name];
  const set = (isSet: boolean) => update((now) => ({ ...now, [name]: isSet }));
  return (
    <Checkbox checked={state[name]} onChange={set} note={note}>
      {title} <Count models={count} />
    </Checkbox>
  );
}
