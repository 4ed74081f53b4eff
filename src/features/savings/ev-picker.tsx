import { ChevronDown, X } from "lucide-react";
import { useId, useMemo, useState } from "react";

import { IconButton } from "../../ui/button.tsx";
import { useCombobox } from "../../ui/use-combobox.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { formatBattery, formatCount, formatPrice } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { type Chosen, fullTitle } from "../compare/compare.ts";
import { findCars } from "./cars.ts";
import list from "../../ui/combobox.module.css";
import styles from "./ev-picker.module.css";

interface EvPickerProps {
  label: string;
  evs: readonly Ev[];
  /** null opens the list immediately */
  chosen: Chosen | null;
  onChoose: (rowId: number) => void;
  onRemove?: (() => void) | undefined;
}

export function EvPicker({ label, evs, chosen, onChoose, onRemove }: EvPickerProps) {
  const id = useId();
  const { formatRange } = useDistance();
  /** null while closed */
  const [text, setText] = useState<string | null>(chosen ? null : "");
  const isOpen = text !== null;
  const shownTitle = chosen ? fullTitle(chosen) : "";
  const { cars, total } = useMemo(
    () => (text === null ? { cars: [], total: 0 } : findCars(evs, text)),
    [evs, text],
  );

  const close = () => (chosen ? setText(null) : onRemove?.());
  const choose = (car: Chosen | undefined) => {
    if (!car) return close();
    onChoose(car.trim.rowId);
    setText(null);
  };
  const { unmark, inputProps, listProps, optionProps } = useCombobox({
    options: cars,
    isOpen,
    marksFirst: true,
    onOpen: () => setText(""),
    onClose: close,
    onEnter: choose,
  });
  const open = (typed: string) => {
    setText(typed);
    unmark();
  };

  return (
    <div className={styles.picker}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className={styles.field}>
        <input
          {...inputProps}
          id={id}
          className={styles.input}
          aria-describedby={`${id}-figures`}
          placeholder={isOpen ? "Make, model or trim" : undefined}
          // A press opened it, so it may take the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={chosen === null}
          value={text ?? shownTitle}
          onClick={() => !isOpen && open("")}
          onChange={(event) => {
            // The first key replaces the shown name.
            const typed = event.currentTarget.value;
            open(isOpen ? typed : typed.replace(shownTitle, ""));
          }}
          onBlur={close}
        />
        <ChevronDown aria-hidden className={styles.chevron} />
      </div>
      {onRemove && chosen && (
        <IconButton label={`Remove ${shownTitle}`} className={styles.remove} onClick={onRemove}>
          <X aria-hidden size={18} />
        </IconButton>
      )}
      <p id={`${id}-figures`} className={styles.figures}>
        {chosen ? figures(chosen.trim, formatRange) : "Choose a car from the list"}
      </p>
      <div className={`${list.popup} ${styles.popup}`} hidden={!isOpen}>
        <div {...listProps} aria-label="Electric cars" className={list.list}>
          {cars.map((car, at) => (
            // The field keeps the focus and handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={car.trim.rowId}
              {...optionProps(at)}
              role="option"
              tabIndex={-1}
              aria-selected={car.trim.rowId === chosen?.trim.rowId}
              className={list.option}
              onClick={() => choose(car)}
            >
              <span className={list.name} translate="no">
                {fullTitle(car)}
              </span>
              <span className={list.hint}>{figures(car.trim, formatRange)}</span>
            </div>
          ))}
        </div>
        <p role="status" className={list.more}>
          {isOpen && tally(cars.length, total)}
        </p>
      </div>
    </div>
  );
}

function figures({ price, range, battery }: Trim, formatRange: DistanceFormats["formatRange"]) {
  return [
    price ? formatPrice(price) : "Price unknown",
    range ? formatRange(range) : "Range unknown",
    battery ? formatBattery(battery) : "Battery size unknown",
  ].join(" · ");
}

function tally(listed: number, total: number): string {
  if (total === 0) return "No cars match.";
  if (total > listed) return `Showing ${listed} of ${formatCount(total)}. Type to find others.`;
  return total === 1 ? "1 car" : `${total} cars`;
}
