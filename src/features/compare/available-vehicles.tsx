import { Check, Plus } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";

import { Unbroken } from "../../ui/unbroken.tsx";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { useDistance } from "../../ui/use-distance.ts";
import { countOf } from "../../domain/format.ts";
import { sortTrims } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { IMAGE_UNAVAILABLE } from "../pictures/pictures.ts";
import { VehiclePicture } from "../pictures/vehicle-picture.tsx";
import styles from "./available-vehicles.module.css";
import {
  type Change,
  chosenFirst,
  removeTrims,
  toggleTrim,
  trimFigures,
  MAX_COMPARED,
  MODELS_PER_PAGE,
} from "./compare.ts";
import { changeComparison } from "./comparison.ts";

/** Without a comparison above them, two rows are in sight on a phone, and the largest contentful paint. */
const EAGER_TILES = 4;

/** Pressing a model adds its cheapest trim, pressing again removes it (comparing.md#available-vehicles). */
export function AvailableVehicles(props: {
  evs: readonly Ev[];
  modelCount: number;
  ids: readonly number[];
  /** models compared on arrival, which come first (comparing.md#available-vehicles) */
  arrivedWith: readonly number[];
}) {
  const { evs, modelCount, ids, arrivedWith } = props;
  const section = useRef<HTMLElement>(null);
  const [pages, setPages] = useState(1);
  const ordered = useMemo(() => chosenFirst(evs, arrivedWith), [evs, arrivedWith]);
  const shown = ordered.slice(0, pages * MODELS_PER_PAGE);
  const isBelow = arrivedWith.length > 0;
  const isFull = ids.length >= MAX_COMPARED;
  // A tile that adds the third trim folds the section and disappears with its focus.
  useEffect(() => {
    const { current } = section;
    if (isFull && current?.contains(document.activeElement)) {
      current.querySelector("summary")?.focus();
    }
  }, [isFull]);
  return (
    <section ref={section} aria-labelledby="available-title" data-scripted>
      <Fold
        title={<h2 id="available-title">Available Vehicles</h2>}
        isOpen={!isFull}
        className="no-print"
      >
        <ul role="list" className={styles.grid}>
          {shown.map((ev, at) => (
            <li
              key={ev.id}
              data-below={isBelow || at >= EAGER_TILES || undefined}
              suppressHydrationWarning // the first script adds an attribute
            >
              <VehicleToggle
                ev={ev}
                eager={!isBelow && at < EAGER_TILES}
                chosen={ev.trims.filter(({ rowId }) => ids.includes(rowId))}
              />
            </li>
          ))}
        </ul>
        <footer className={styles.footer}>
          <p role="status">
            {Math.min(shown.length, modelCount)} of {countOf(modelCount, "model")}
          </p>
          {ordered.length > shown.length && (
            <Button onClick={() => setPages(pages + 1)}>Show more</Button>
          )}
        </footer>
      </Fold>
    </section>
  );
}

function VehicleToggle({ ev, chosen, eager }: { ev: Ev; chosen: readonly Trim[]; eager: boolean }) {
  const distance = useDistance();
  const pressed = chosen.length > 0;
  const named = pressed ? chosen : sortTrims(ev).slice(0, 1);
  const [first] = named;
  if (!first) return null;
  const change: Change = pressed
    ? removeTrims(...chosen.map(({ rowId }) => rowId))
    : toggleTrim(first.rowId);
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={styles.vehicle}
      onClick={() => changeComparison(change)}
    >
      <span className={styles.picture}>
        <VehiclePicture
          ev={ev}
          trim={first}
          width={400}
          alt=""
          eager={eager}
          failedText={IMAGE_UNAVAILABLE}
        />
        <span aria-hidden className={styles.mark}>
          {pressed ? <Check size={18} strokeWidth={2.5} /> : <Plus size={18} />}
        </span>
      </span>
      <span className={styles.name} translate="no">
        <Unbroken>{`${ev.make} ${ev.model}`}</Unbroken>
      </span>
      {named.map((trim) => (
        <span key={trim.rowId} className={styles.figures}>
          {trimFigures({ ev, trim }, distance)}
        </span>
      ))}
    </button>
  );
}
