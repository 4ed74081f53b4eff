import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";

import { memoizeByObject } from "../../ui/memoize.ts";
import { formatCount } from "../../vehicle/counts.ts";
import type { DistanceFormats } from "../../vehicle/distance.ts";
import { formatBattery, formatPrice } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { present, trimName } from "../../vehicle/trims.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import { wordsOf, wordSearch } from "../filters/search.ts";
import styles from "./ev-picker.module.css";

interface EvPickerProps {
  evs: readonly Ev[];
  chosen: EvChoice;
  onChoose: (rowId: number) => void;
}

export function EvPicker({ evs, chosen, onChoose }: EvPickerProps) {
  const id = "savings-car";
  const { formatRange } = useDistance();
  const list = useRef<HTMLDivElement>(null);
  /** null while closed */
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const isOpen = text !== null;
  const { choices, total } = useMemo(
    () => (text === null ? { choices: [], total: 0 } : findChoices(evs, text)),
    [evs, text],
  );
  const optionId = (at: number) => `${id}-option-${at}`;

  const open = (typed: string) => {
    setText(typed);
    setActive(0);
  };
  const choose = (choice: EvChoice | undefined) => {
    if (choice) onChoose(choice.trim.rowId);
    setText(null);
  };
  const moveTo = (at: number) => {
    setActive(at);
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return open("");
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (choices.length > 0) moveTo((active + step + choices.length) % choices.length);
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      choose(choices[active]);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setText(null);
    }
  };

  return (
    <div className={styles.picker}>
      <label htmlFor={id} className={styles.label}>
        Electric car
      </label>
      <div className={styles.field}>
        <input
          id={id}
          className={styles.input}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-describedby={`${id}-figures`}
          aria-activedescendant={isOpen && choices[active] ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={isOpen ? "Make, model or trim" : undefined}
          value={text ?? choiceName(chosen)}
          onClick={() => !isOpen && open("")}
          onChange={(event) => {
            // The first key replaces the shown name.
            const typed = event.currentTarget.value;
            open(isOpen ? typed : typed.replace(choiceName(chosen), ""));
          }}
          onBlur={() => setText(null)}
          onKeyDown={press}
        />
        <ChevronDown aria-hidden className={styles.chevron} />
      </div>
      <p id={`${id}-figures`} className={styles.figures}>
        {figures(chosen.trim, formatRange)}
      </p>
      <div className={styles.popup} hidden={!isOpen}>
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Electric cars"
          className={styles.list}
        >
          {choices.map((choice, at) => (
            // The field keeps the focus and handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={choice.trim.rowId}
              id={optionId(at)}
              role="option"
              tabIndex={-1}
              aria-selected={choice.trim.rowId === chosen.trim.rowId}
              data-active={at === active}
              className={styles.option}
              // Losing the focus would close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              <span className={styles.name}>{choiceName(choice)}</span>
              <span className={styles.figures}>{figures(choice.trim, formatRange)}</span>
            </div>
          ))}
        </div>
        <p role="status" className={styles.more}>
          {isOpen && tally(choices.length, total)}
        </p>
      </div>
    </div>
  );
}

function figures({ price, range, battery }: Trim, formatRange: DistanceFormats["formatRange"]) {
  return [
    price ? formatPrice(price) : "No price",
    range ? formatRange(range) : "No range",
    battery ? formatBattery(battery) : "No battery size",
  ].join(" · ");
}

function tally(listed: number, total: number): string {
  if (total === 0) return "No car matches this name.";
  if (total > listed) return `The first ${listed} of ${formatCount(total)}. Type to find others.`;
  return total === 1 ? "1 car" : `${total} cars`;
}

export interface EvChoice {
  readonly ev: Ev;
  readonly trim: Trim;
}

export const LISTED_CHOICES = 50;

/** Well-known models of the middle of the market, by preference. */
const WELL_KNOWN = [
  ["Chevrolet", "Equinox EV"],
  ["Hyundai", "Ioniq 5"],
  ["Tesla", "Model Y"],
  ["Tesla", "Model 3"],
] as const;

function isComplete({ battery, range, price }: Trim): boolean {
  return [battery, range, price].every((figure) => present(figure) !== null);
}

function cheapest(evs: readonly Ev[]): EvChoice | undefined {
  let best: EvChoice | undefined;
  for (const ev of evs) {
    for (const trim of ev.trims) {
      // Of equal prices the first stays, which is the newest.
      if (isComplete(trim) && (!best || (trim.price ?? 0) < (best.trim.price ?? 0)))
        best = { ev, trim };
    }
  }
  return best;
}

export const usualChoice = memoizeByObject((evs: readonly Ev[]): EvChoice | undefined => {
  for (const [make, model] of WELL_KNOWN) {
    const choice = cheapest(evs.filter((ev) => ev.make === make && ev.model === model));
    if (choice) return choice;
  }
  const [ev] = evs;
  const trim = ev?.trims[0];
  return cheapest(evs) ?? (ev && trim && { ev, trim });
});

/** undefined only in an empty catalogue */
export function chosenEv(evs: readonly Ev[], rowId: number | null): EvChoice | undefined {
  if (rowId !== null) {
    for (const ev of evs) {
      const trim = ev.trims.find((one) => one.rowId === rowId);
      if (trim) return { ev, trim };
    }
  }
  return usualChoice(evs);
}

export function choiceName({ ev, trim }: EvChoice): string {
  return `${ev.make} ${ev.model} ${trimName(ev, trim)}`;
}

export function findChoices(
  evs: readonly Ev[],
  text: string,
): { choices: EvChoice[]; total: number } {
  const isFound = wordSearch(wordsOf(text));
  const choices: EvChoice[] = [];
  let total = 0;
  for (const ev of evs) {
    for (const trim of ev.trims) {
      if (!isFound(ev, trim)) continue;
      total += 1;
      if (choices.length < LISTED_CHOICES) choices.push({ ev, trim });
    }
  }
  return { choices, total };
}
