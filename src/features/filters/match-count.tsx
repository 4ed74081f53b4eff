import { clsx } from "clsx";
import { memo, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { useDelayedValue } from "../../ui/use-delayed-value.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/pill.tsx";
import { countOf, formatCount } from "../../domain/format.ts";
import type { ActiveFilter } from "./filter-chips.ts";
import { isFilterSet, resetFilters, toggleMissing } from "./filter-state.ts";
import { FILTERS, type MissingField } from "../../domain/filters/filters.ts";
import type { FoundModels, LeftOut } from "../../domain/filters/find-models.ts";
import { describeIgnored } from "./ignored-words.ts";
import styles from "./match-count.module.css";
import { useActiveFilters, useFilters } from "./use-filters.tsx";

/** Long enough that a dragged thumb announces only once, short enough to answer a click. */
export const ANNOUNCEMENT_DELAY_MS = 700;
const MATCH_COUNT_ID = "match-count";

/** Moves the focus to the count, for controls that disappear when pressed. Call it after the change. */
export function focusMatchCount(): void {
  document.getElementById(MATCH_COUNT_ID)?.focus({ preventScroll: true });
}

/** `3 more trims have no price, 1 has no charging time.`; "" for none */
export function formatLeftOut(leftOut: readonly LeftOut[]): string {
  const parts = leftOut.map(({ field, trims }, at) => {
    const counted = at === 0 ? countOf(trims, "more trim") : formatCount(trims);
    return `${counted} ${trims === 1 ? "has" : "have"} no ${FILTERS[field].lacking}`;
  });
  return parts.length > 0 ? `${parts.join(", ")}.` : "";
}

type Unknown = Pick<FoundModels, "leftOut" | "unknownDrives" | "unknownIds">;

/** What the results lack, in one or more sentences; "" for nothing */
export function describeUnknown(
  { leftOut, unknownDrives, unknownIds }: Unknown,
  noun = "model",
): string {
  const drives = `${countOf(unknownDrives, noun)} ${unknownDrives === 1 ? "comes" : "come"} last: range or charging time unknown.`;
  const ids = `${formatCount(unknownIds)} of the linked cars ${unknownIds === 1 ? "is" : "are"} no longer listed.`;
  return [formatLeftOut(leftOut), unknownDrives > 0 && drives, unknownIds > 0 && ids]
    .filter(Boolean)
    .join(" ");
}

/** Announced once the visitor pauses. */
export function MatchCount(props: {
  found: Omit<FoundModels, "matches">;
  /** whether rows are trims, so that only these are counted */
  ofTrims?: boolean;
  /** the count is unknown; the element stays because it may have the focus */
  pending: boolean;
}) {
  const { found, ofTrims = false, pending } = props;
  const { modelCount: models, trimCount: trims } = found;
  const [count, noun] = ofTrims ? [trims, "trim"] : [models, "model"];
  // The notes below an empty list say right there what was left out.
  const unknown = describeUnknown(count === 0 ? { ...found, leftOut: [] } : found, noun);
  const furtherTrims = ofTrims ? "" : `, ${countOf(trims, "trim")}`;
  const matches = `${countOf(count, noun)}${furtherTrims}`;
  const announcement = useAnnouncement(
    pending ? "" : [matches, unknown].filter(Boolean).join(". "),
  );
  return (
    <>
      <p id={MATCH_COUNT_ID} tabIndex={-1} className={styles.text}>
        {!pending && (
          <>
            <span className={styles.figure}>{formatCount(count)}</span>{" "}
            {count === 1 ? noun : `${noun}s`}
            <span className="words-on-wide">{furtherTrims}</span>
          </>
        )}
      </p>
      {unknown && <p className={clsx(styles.text, styles.unknown)}>{unknown}</p>}
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  );
}

/** The active filters next to the count. Keeps its space when there are none. */
export const FilterChipRow = memo(function FilterChipRow() {
  const { state, update } = useFilters();
  const active = useActiveFilters();
  const row = useRef<HTMLDivElement>(null);
  /** Moves the focus to the chip that takes the removed one's place. */
  const remove = (filter: ActiveFilter, index: number) => {
    flushSync(() => update(filter.remove));
    const chips = row.current?.querySelectorAll<HTMLElement>("li button") ?? [];
    const next = chips[Math.min(index, chips.length - 1)];
    if (next) next.focus({ preventScroll: true });
    else focusMatchCount();
  };

  const words = describeIgnored(state);
  const ignored = words && <span className={styles.ignored}>{words}</span>;
  if (active.length === 0) return <div className={styles.row}>{ignored}</div>;
  return (
    <div ref={row} className={styles.row}>
      {ignored}
      <ul role="list" aria-label="Active filters" className={styles.chips}>
        {active.map((filter, index) => (
          <li key={filter.id} className={styles.item}>
            <Chip
              label={filter.label}
              isName={filter.filter === "make"}
              onRemove={() => remove(filter, index)}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        size="s"
        className={styles.reset}
        onClick={() => {
          update(resetFilters);
          focusMatchCount();
        }}
      >
        Reset all
      </Button>
    </div>
  );
});

/** Below the list: trims left out because a value is missing, or shown in spite of it. */
export function LeftOutNotes({ leftOut }: { leftOut: FoundModels["leftOut"] }) {
  const { state, update } = useFilters();
  const note = (field: MissingField, text: string, action: string) => (
    <p key={field} className={styles.note}>
      {text}
      {isFilterSet(state, field) && (
        <Button
          variant="quiet"
          size="s"
          aria-label={`${action}, trims without a ${FILTERS[field].lacking}`}
          onClick={() => {
            update((now) => toggleMissing(now, field));
            focusMatchCount();
          }}
        >
          {action}
        </Button>
      )}
    </p>
  );
  return (
    <div className={styles.notes}>
      {leftOut.map((one) =>
        note(one.field, formatLeftOut([one]), one.trims === 1 ? "Show it" : "Show them"),
      )}
      {state.keepMissing.map((field) =>
        note(field, `Trims without a ${FILTERS[field].lacking} are shown.`, "Hide them"),
      )}
    </div>
  );
}

/** The text once it has changed and stayed the same for a while; the initial text is not announced. */
function useAnnouncement(text: string): string {
  const delayed = useDelayedValue(text, ANNOUNCEMENT_DELAY_MS);
  const [first, setFirst] = useState<string | null>(text);
  if (first !== null && delayed !== first) setFirst(null);
  return delayed === first ? "" : delayed;
}
