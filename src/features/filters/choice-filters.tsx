import { clsx } from "clsx";
import { memo } from "react";

import type { DriveType } from "../../vehicle/vehicle.ts";
import { formatCount } from "../../vehicle/counts.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Pill } from "../../ui/pill.tsx";
import { BrandLogo } from "../images/brand-logo.tsx";
import styles from "./choice-filters.module.css";
import { type Facet, typePillFacets } from "./facets.ts";
import { SEATING_LABELS } from "./filter-chips.ts";
import {
  isBodyTypePicked,
  pickBodyType,
  selectedBodyTypes,
  toggleBodyType,
} from "./filter-selections.ts";
import {
  type FilterState,
  pickDrive,
  pickSeating,
  setTaxCredit,
  toggleDrive,
  toggleSeating,
} from "./filter-state.ts";
import { QUICK_TOP_MODELS, TAX_CREDIT_USD } from "./limits.ts";
import type { Seating } from "./seating.ts";
import { type Filters, useFilters } from "./use-filters.tsx";

export interface ChoiceProps<Name extends string> {
  facets: readonly Facet<Name>[];
  /** the dialog picks one at a time, the panel any number (§4) */
  single?: boolean;
}

/** How many models a choice would show, small beside its name. */
function Count({ of }: { of: number }) {
  return (
    <span className={styles.count}>
      {formatCount(of)}
      <span className="visually-hidden"> {of === 1 ? "model" : "models"}</span>
    </span>
  );
}

/** Body types of the catalogue with their numbers, any of them. */
export function BodyTypeFilter({ bodyTypes }: { bodyTypes: readonly Facet[] }) {
  const { state, update } = useFilters();
  const selected = selectedBodyTypes(state);
  return (
    <div role="group" aria-label="Body type">
      {bodyTypes.map(({ name, count }) => (
        <CountedOption
          key={name}
          name={name}
          count={count}
          isOn={selected.includes(name)}
          toggle={toggleBodyType}
          update={update}
        />
      ))}
    </div>
  );
}

interface CountedOptionProps extends Facet {
  isOn: boolean;
  /** the same for all options, as is `update` */
  toggle: (state: FilterState, name: string) => FilterState;
  update: Filters["update"];
  /** the name is a brand's */
  withLogo?: boolean;
}

/** A box with its number, by itself: with each key only some of the numbers change. */
export const CountedOption = memo(function CountedOption(props: CountedOptionProps) {
  const { name, count, isOn, toggle, update, withLogo = false } = props;
  return (
    <Checkbox
      className={clsx(styles.option)}
      checked={isOn}
      onChange={() => update((now) => toggle(now, name))}
    >
      <span className={styles.row} data-none={count === 0}>
        {withLogo && <BrandLogo make={name} size={24} />}
        <span className={styles.name}>{name}</span>
        <span className={styles.count}>{count}</span>
      </span>
    </Checkbox>
  );
});

/** The Type pills of the dialog, one at a time (§4). */
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
          {name} <Count of={count} />
        </Pill>
      ))}
    </div>
  );
}

/** Seating bands that leave no car out (readings 5). */
export function SeatingFilter({ facets, single = false }: ChoiceProps<Seating>) {
  const { state, update } = useFilters();
  const change = single ? pickSeating : toggleSeating;
  return (
    <div role="group" aria-label="Seating" className={styles.pills}>
      {facets.map(({ name, count }) => (
        <Pill
          key={name}
          pressed={state.seatings.includes(name)}
          onClick={() => update((now) => change(now, name))}
        >
          {SEATING_LABELS[name]}
          <span className="visually-hidden"> seats,</span> <Count of={count} />
        </Pill>
      ))}
    </div>
  );
}

export function DriveFilter({ facets, single = false }: ChoiceProps<DriveType>) {
  const { state, update } = useFilters();
  const change = single ? pickDrive : toggleDrive;
  return (
    <div role="group" aria-label="Drive" className={styles.pills}>
      {facets.map(({ name, count }) => (
        <Pill
          key={name}
          pressed={state.drives.includes(name)}
          onClick={() => update((now) => change(now, name))}
        >
          {name} <Count of={count} />
        </Pill>
      ))}
    </div>
  );
}

/** The tax-credit box with its note (§2, readings 7). */
export function TaxCreditFilter({ count }: { count: number }) {
  const { state, update } = useFilters();
  return (
    <Checkbox
      checked={state.taxCredit}
      onChange={(checked) => update((now) => setTaxCredit(now, checked))}
      note="The federal credit ended for vehicles acquired after September 30, 2025. This shows the trims that qualified."
    >
      EVs eligible for {formatPrice(TAX_CREDIT_USD)} Tax Credit <Count of={count} />
    </Checkbox>
  );
}
