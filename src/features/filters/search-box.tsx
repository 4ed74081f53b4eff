import { clsx } from "clsx";
import { X } from "lucide-react";
import { memo, useId, useRef, useState } from "react";

import { IconButton } from "../../ui/button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { toast } from "../../ui/toast.ts";
import { lazyOptional } from "../../ui/lazy.tsx";
import { SEARCH_ID } from "../../domain/routes.ts";
import type { Ev } from "../../domain/vehicle.ts";
import {
  type ClearedSelection,
  clearedBySearch,
  restoreCleared,
  searchBoxText,
  setSearch,
} from "./filter-selections.ts";
import type { FilterState } from "./filter-state.ts";
import { recognizeSearch, SEARCH_MAX_CHARACTERS } from "../../domain/filters/search.ts";
import styles from "./search-box.module.css";
import { meaninglessWords } from "./ignored-words.ts";
import { useFilterField } from "./use-filters.tsx";

export interface SearchBoxProps {
  /** in Discover only from 768 px on; in the dialog and on the first screen always (finding.md#search) */
  place: "first" | "page" | "dialog";
  /** undefined until they arrive */
  evs: readonly Ev[] | undefined;
}

const Understood = lazyOptional(async () => (await import("../search/understood.tsx")).Understood);

/**
 * Takes words, the name of a brand or body type (finding.md#search-that-selects), or plain words
 * (finding.md#plain-words). Must be inside a SearchForm.
 */
export const SearchBox = memo(function SearchBox({ place, evs }: SearchBoxProps) {
  const { state, makes, update } = useFilterField("search", "ignored", "makes", "bodyTypes");
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [isEntered, setEntered] = useState(false);
  const typed = useRef("");
  const isFirst = place === "first";
  const text = searchBoxText(state);

  const change = (next: string) => {
    const changed = setSearch(state, next);
    const cleared = clearedBySearch(state, changed);
    typed.current = changed.search;
    setEntered(true);
    // Clearing brands along with the text is a choice.
    update((now) => setSearch(now, next), { gesture: cleared || next === "" ? null : "search" });
    if (cleared) offerUndo(cleared, update);
  };

  // Words left in the box when others were applied are finished, so typing after them starts a new word.
  const separate = (box: HTMLInputElement) => {
    const isTyped = typed.current === text || (typed.current === "" && state.ignored === "");
    const { selectionStart: start, value } = box;
    if (isTyped || value !== text || start !== value.length || value === "") return;
    typed.current = text;
    box.setRangeText(" ", start, start, "end");
  };

  return (
    <SearchField
      ref={input}
      name="search"
      id={isFirst ? SEARCH_ID : undefined}
      label={isFirst ? "Find an electric car" : "Search make, model or trim"}
      className={clsx(styles.box, place === "page" && styles.page, isFirst && styles.first)}
      aria-describedby={hintId}
      placeholder="Search, e.g. “AWD SUV under $50k”"
      maxLength={SEARCH_MAX_CHARACTERS}
      value={text}
      onFocus={() => setEntered(true)}
      onType={change}
      onPaste={({ currentTarget }) => separate(currentTarget)}
      onKeyDown={({ currentTarget, key, ctrlKey, metaKey }) => {
        // The keyboard of a phone does not report which key it is.
        const isWritten = /^(?:\S|Unidentified)$/u.test(key) && !ctrlKey && !metaKey;
        if (isWritten) separate(currentTarget);
      }}
    >
      <span id={hintId} className={styles.hint}>
        {hintOf(state, makes)}
      </span>
      {text !== "" && (
        <IconButton
          label="Clear search"
          onClick={() => {
            change("");
            input.current?.focus();
          }}
        >
          <X aria-hidden size={20} />
        </IconButton>
      )}
      {/* On the first screen, only for text typed in this box. */}
      {evs && (isEntered || (!isFirst && text !== "")) && <Understood input={input} evs={evs} />}
    </SearchField>
  );
});

function hintOf(state: FilterState, makes: readonly string[]): string | null {
  const { search } = state;
  const ignored = meaninglessWords(state);
  if (ignored !== "") return search === "" ? "Ignored" : `Ignored: ${ignored}`;
  const recognized = recognizeSearch(search, makes);
  if (recognized === null) return null;
  return recognized.kind === "make" ? "Brand" : recognized.bodyTypes.length > 1 ? "Types" : "Type";
}

/** Clearing the text also clears brands and body types (finding.md#search-that-selects). */
function offerUndo(
  cleared: ClearedSelection,
  update: (change: (state: FilterState) => FilterState) => void,
) {
  const names = [...cleared.makes, ...cleared.bodyTypes];
  toast({
    description:
      names.length > 3
        ? `${names.length} brands and body types cleared`
        : `${names.join(", ")} cleared`,
    action: { label: "Undo", onClick: () => update((now) => restoreCleared(now, cleared)) },
  });
}
