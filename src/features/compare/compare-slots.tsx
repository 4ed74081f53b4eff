import { ChevronDown, X } from "lucide-react";
import { memo, useRef } from "react";
import { flushSync } from "react-dom";
import { Link } from "wouter";

import { formatAcceleration, formatPrice } from "../../domain/format.ts";
import { evPath } from "../../domain/routes.ts";
import { trimName, zeroToSixtyOf } from "../../domain/trims.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { useHydrated } from "../../ui/hydration.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { IMAGE_UNAVAILABLE } from "../pictures/pictures.ts";
import { VehiclePicture } from "../pictures/vehicle-picture.tsx";
import {
  type Change,
  type ModelTrim,
  fullTitle,
  nextTrim,
  removeTrims,
  toggleTrim,
  MAX_COMPARED,
  replaceTrim,
} from "./compare.ts";
import styles from "./compare-slots.module.css";
import trimStyles from "./trim-select.module.css";
import { changeComparison } from "./comparison.ts";
import { ModelSearch } from "./model-search.tsx";

/** From 1024 px on the table's sticky headings; smaller screens show two and the edge of the third. */
export const CompareSlots = memo(function CompareSlots(props: {
  chosen: readonly ModelTrim[];
  evs: readonly Ev[];
}) {
  const { chosen, evs } = props;
  const slots = useRef<HTMLUListElement>(null);
  const ids = chosen.map(({ trim }) => trim.rowId);
  /** The focused control disappears, so its slot takes the focus. */
  const changeSlot = (index: number, change: Change) => {
    flushSync(() => changeComparison(change));
    const slot = slots.current?.children[index];
    if (slot instanceof HTMLElement) slot.focus();
  };
  return (
    <ul ref={slots} role="list" aria-label="Slots" className={styles.slots}>
      {Array.from({ length: MAX_COMPARED }, (_, index) => {
        const one = chosen[index];
        return (
          <li
            key={one ? one.trim.rowId : `empty-${index}`}
            tabIndex={-1}
            aria-label={`Slot ${index + 1}: ${one ? fullTitle(one) : "empty"}`}
            className={one ? styles.filled : styles.empty}
          >
            {one ? (
              <FilledSlot
                chosen={one}
                ids={ids}
                onRemove={() => changeSlot(index, removeTrims(one.trim.rowId))}
              />
            ) : (
              <div className={styles.card}>
                <span aria-hidden className={styles.number}>
                  {index + 1}
                </span>
                <div className={styles.search}>
                  <ModelSearch
                    label={`Search models for slot ${index + 1}`}
                    evs={evs}
                    ids={ids}
                    onChoose={(ev) => {
                      const trim = nextTrim(ev, ids);
                      if (trim) changeSlot(chosen.length, toggleTrim(trim.rowId));
                    }}
                  />
                </div>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
});

function FilledSlot(props: { chosen: ModelTrim; ids: readonly number[]; onRemove: () => void }) {
  const { chosen, ids, onRemove } = props;
  const { ev, trim } = chosen;
  const { formatRange } = useDistance();
  const facts = {
    Price: formatPrice(trim.price),
    Range: formatRange(trim.range),
    "0-60": formatAcceleration(zeroToSixtyOf(trim)),
    "Body type": ev.bodyType,
  };
  return (
    <div className={styles.card}>
      <div className={styles.picture}>
        <VehiclePicture ev={ev} trim={trim} eager failedText={IMAGE_UNAVAILABLE} />
      </div>
      <h2 className={`clamp ${styles.name}`} title={fullTitle(chosen)}>
        <Link href={evPath(ev.id, trim, "top")} translate="no" className="name-link">
          <span className={styles.make}>{ev.make}</span> {ev.model}
        </Link>
      </h2>
      <div className={styles.trim}>
        <TrimSelect chosen={chosen} ids={ids} />
      </div>
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove ${fullTitle(chosen)}`}
        title="Remove"
        onClick={onRemove}
      >
        <X aria-hidden size={16} />
      </button>
      <dl className={styles.facts}>
        {Object.entries(facts).map(([label, text]) => (
          <div key={label}>
            {/* The units explain the others. */}
            <dt className={label === "0-60" ? undefined : "visually-hidden"}>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Shows the trim in a slot and lets the visitor choose another trim of its model. */
function TrimSelect(props: {
  chosen: ModelTrim;
  /** ids of all compared trims */
  ids: readonly number[];
}) {
  const { chosen, ids } = props;
  const { ev, trim } = chosen;
  const isHydrated = useHydrated();
  const name = trimName(ev, trim);
  if (ev.trims.length === 1)
    return (
      <p className={trimStyles.only} title={name} translate="no">
        {name}
      </p>
    );
  return (
    // A select would cut off its text, so it lies unseen over the name.
    <div className={trimStyles.choice}>
      <span aria-hidden className={trimStyles.name} translate="no">
        {name}
      </span>
      <ChevronDown aria-hidden size={16} className="no-print" />
      {isHydrated && (
        <select
          aria-label={`Trim of the ${ev.make} ${ev.model}`}
          title={name}
          translate="no"
          className={trimStyles.select}
          value={trim.rowId}
          onChange={(event) =>
            changeComparison(replaceTrim(trim.rowId, Number(event.currentTarget.value)))
          }
        >
          {ev.trims.map((other) => (
            <option
              key={other.rowId}
              value={other.rowId}
              disabled={other.rowId !== trim.rowId && ids.includes(other.rowId)}
            >
              {trimName(ev, other)} · {formatPrice(other.price)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
