import { clsx } from "clsx";
import { DRIVE_TYPES } from "../../vehicle/vehicle.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Pill } from "../../ui/pill.tsx";
import styles from "./choice-filters.module.css";
import type { Facet } from "./facets.ts";
import { SEATING_LABELS } from "./filter-chips.ts";
import {
  isBodyTypePicked,
  pickBodyType,
  selectedBodyTypes,
  toggleBodyType,
} from "./filter-selections.ts";
import {
  pickDrive,
  pickSeating,
  setTaxCredit,
  toggleDrive,
  toggleSeating,
} from "./filter-state.ts";
import { SEATINGS } from "./filters.ts";
import { TAX_CREDIT_USD } from "./limits.ts";
import { BODY_TYPE_PILLS } from "./search.ts";
import { useFilters } from "./use-filters.tsx";

export interface ChoiceProps {
  /** the dialog picks one at a time, the panel any number (§4) */
  single?: boolean;
}

/** Body types of the catalogue with their numbers, any of them. */
export function BodyTypeFilter({ bodyTypes }: { bodyTypes: readonly Facet[] }) {
  const { state, update } = useFilters();
  const selected = selectedBodyTypes(state);
  return (
    <div role="group" aria-label="Body type">
      {bodyTypes.map(({ name, count }) => (
        <Checkbox
          key={name}
          className={clsx(styles.option)}
          checked={selected.includes(name)}
          onChange={() => update((now) => toggleBodyType(now, name))}
        >
          <span className={styles.row} data-none={count === 0}>
            <span className={styles.name}>{name}</span>
            <span className={styles.count}>{count}</span>
          </span>
        </Checkbox>
      ))}
    </div>
  );
}

/** The Type pills of the dialog, one at a time (§4). */
export function TypePills() {
  const { state, update } = useFilters();
  return (
    <div role="group" aria-label="Type" className={styles.pills}>
      {BODY_TYPE_PILLS.map((name) => (
        <Pill
          key={name}
          pressed={isBodyTypePicked(state, name)}
          onClick={() => update((now) => pickBodyType(now, name))}
        >
          {name}
        </Pill>
      ))}
    </div>
  );
}

/** Seating bands that leave no car out (readings 5). */
export function SeatingFilter({ single = false }: ChoiceProps) {
  const { state, update } = useFilters();
  const change = single ? pickSeating : toggleSeating;
  return (
    <>
      <div role="group" aria-label="Seating" className={styles.pills}>
        {SEATINGS.map((seating) => (
          <Pill
            key={seating}
            pressed={state.seatings.includes(seating)}
            aria-label={SEATING_LABELS[seating]}
            onClick={() => update((now) => change(now, seating))}
          >
            {seating}
          </Pill>
        ))}
      </div>
      <p className={styles.hint}>2 includes three seats, 5 includes four; 7 is six or more.</p>
    </>
  );
}

export function DriveFilter({ single = false }: ChoiceProps) {
  const { state, update } = useFilters();
  const change = single ? pickDrive : toggleDrive;
  return (
    <div role="group" aria-label="Drive" className={styles.pills}>
      {DRIVE_TYPES.map((drive) => (
        <Pill
          key={drive}
          pressed={state.drives.includes(drive)}
          onClick={() => update((now) => change(now, drive))}
        >
          {drive}
        </Pill>
      ))}
    </div>
  );
}

/** The tax-credit box with its note (§2, readings 7). */
export function TaxCreditFilter() {
  const { state, update } = useFilters();
  return (
    <Checkbox
      checked={state.taxCredit}
      onChange={(checked) => update((now) => setTaxCredit(now, checked))}
      note="The federal credit ended for vehicles acquired after September 30, 2025. This shows the trims that qualified."
    >
      EVs eligible for {formatPrice(TAX_CREDIT_USD)} Tax Credit
    </Checkbox>
  );
}
