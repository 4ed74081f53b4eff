import { Check, Plus } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { DistanceFormats } from "../../vehicle/distance.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { present } from "../../vehicle/trims.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { IMAGE_UNAVAILABLE } from "../images/images.ts";
import { VehiclePicture } from "../images/vehicle-picture.tsx";
import styles from "./available-vehicles.module.css";
import { matchesName } from "../filters/search.ts";
import { type Change, chosenFirst, remove, toggle } from "./compare.ts";
import { MODELS_A_PAGE } from "./limits.ts";
import { changeComparison } from "./use-comparison.ts";

export interface AvailableVehiclesProps {
  /** by name; until all have arrived, the first of them */
  evs: readonly Ev[];
  /** models in the catalogue */
  modelCount: number;
  /** row ids that are compared */
  ids: readonly number[];
  /** ids that were chosen when the visitor came: their models stand first (§2) */
  arrivedWith: readonly number[];
}

/** The grid 'Available Vehicles': a press adds a model's first trim, another takes it out (§2). */
export function AvailableVehicles({ evs, modelCount, ids, arrivedWith }: AvailableVehiclesProps) {
  const [text, setText] = useState("");
  const [pages, setPages] = useState(1);
  const searched = useDeferredValue(text);
  const ordered = useMemo(() => chosenFirst(evs, arrivedWith), [evs, arrivedWith]);
  const found = useMemo(
    () => ordered.filter((ev) => matchesName(ev, searched)),
    [ordered, searched],
  );
  const count = searched.trim() === "" ? modelCount : found.length;
  const shown = found.slice(0, pages * MODELS_A_PAGE);
  return (
    <section aria-labelledby="available-title" className={styles.section}>
      <header className={styles.header}>
        <h2 id="available-title">Available Vehicles</h2>
        {modelCount > MODELS_A_PAGE && (
          <SearchField
            label="Find among the available vehicles"
            className={styles.search}
            placeholder="Find make or model"
            maxLength={100}
            value={text}
            onType={(typed) => {
              setText(typed);
              setPages(1);
            }}
          />
        )}
      </header>
      <ul role="list" className={styles.grid}>
        {shown.map((ev) => (
          <li key={ev.id}>
            <VehicleToggle ev={ev} chosen={chosenOf(ev, ids)} />
          </li>
        ))}
      </ul>
      <footer className={styles.footer}>
        <p role="status">
          {count === 0
            ? `No model is called “${searched.trim()}”.`
            : `${Math.min(shown.length, count)} of ${count} ${count === 1 ? "model" : "models"}`}
        </p>
        {found.length > shown.length && (
          <Button onClick={() => setPages(pages + 1)}>Show more</Button>
        )}
      </footer>
    </section>
  );
}

function chosenOf(ev: Ev, ids: readonly number[]): readonly number[] {
  return ev.trims.map(({ rowId }) => rowId).filter((id) => ids.includes(id));
}

function VehicleToggle({ ev, chosen }: { ev: Ev; chosen: readonly number[] }) {
  const distance = useDistance();
  const [first] = ev.trims;
  if (!first) return null;
  const pressed = chosen.length > 0;
  const change: Change = pressed ? remove(...chosen) : toggle(first.rowId);
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={styles.vehicle}
      onClick={() => changeComparison(change)}
    >
      <span className={styles.picture}>
        <VehiclePicture ev={ev} trim={first} alt="" failedText={IMAGE_UNAVAILABLE} />
        <span aria-hidden className={styles.mark}>
          {pressed ? <Check size={18} strokeWidth={2.5} /> : <Plus size={18} />}
        </span>
      </span>
      <span className={styles.name}>
        {ev.make} {ev.model}
      </span>
      <span className={styles.figures}>{figuresOf(ev, distance)}</span>
    </button>
  );
}

/** `from $38,990 · up to 363 miles`: what is known of its trims; empty when nothing is. */
function figuresOf({ trims }: Ev, { formatRange }: DistanceFormats): string {
  const known = (values: readonly (number | null)[]) =>
    values.map(present).filter((value) => value !== null);
  const prices = known(trims.map(({ price }) => price));
  const ranges = known(trims.map(({ range }) => range));
  const [from, upTo] = trims.length > 1 ? ["from ", "up to "] : ["", ""];
  return [
    ...(prices.length > 0 ? [from + formatPrice(Math.min(...prices))] : []),
    ...(ranges.length > 0 ? [upTo + formatRange(Math.max(...ranges))] : []),
  ].join(" · ");
}
