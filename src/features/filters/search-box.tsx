import { clsx } from "clsx";
import { memo, useRef, useState } from "react";

import { SearchField } from "../../ui/search-field.tsx";
import { lazyOptional } from "../../ui/lazy.tsx";
import { SEARCH_ID } from "../../domain/routes.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { clearedBySearch, restoreCleared, searchBoxText, setSearch } from "./filter-selections.ts";
import { SEARCH_MAX_CHARACTERS } from "../../domain/filters/search.ts";
import styles from "./search-box.module.css";
import { offerUndo } from "./search-form.tsx";
import { useFilterField } from "./use-filters.tsx";

const Understood = lazyOptional(async () => (await import("../search/understood.tsx")).Understood);

/** Takes words, a brand or body type (finding.md#search-that-selects), or plain words. Stands in a SearchForm. */
export const SearchBox = memo(function SearchBox(props: {
  /** in Discover only from 768 px on; in the dialog and on the first screen always (finding.md#search) */
  variant: "first" | "page" | "dialog";
  /** undefined until they arrive */
  evs: readonly Ev[] | undefined;
}) {
  const { variant, evs } = props;
  const { state, update } = useFilterField("search", "ignored", "makes", "bodyTypes");
  const input = useRef<HTMLInputElement>(null);
  const [isEntered, setEntered] = useState(false);
  const isFirst = variant === "first";
  const text = searchBoxText(state);

  const change = (next: string) => {
    const changed = setSearch(state, next);
    const cleared = clearedBySearch(state, changed);
    setEntered(true);
    // Clearing brands along with the text is a choice.
    update((now) => setSearch(now, next), { gesture: cleared || next === "" ? null : "search" });
    if (!cleared) return;
    // Clearing the text also clears brands and body types (finding.md#search-that-selects).
    const names = [...cleared.makes, ...cleared.bodyTypes];
    offerUndo(names, () => update((now) => restoreCleared(now, cleared)));
  };

  return (
    <SearchField
      ref={input}
      name="search"
      id={isFirst ? SEARCH_ID : undefined}
      label={isFirst ? "Find an electric car" : "Search make, model or trim"}
      className={clsx(styles.box, variant === "page" && styles.page, isFirst && styles.first)}
      placeholder="Search, e.g. “AWD SUV under $50k”"
      maxLength={SEARCH_MAX_CHARACTERS}
      value={text}
      onFocus={() => setEntered(true)}
      onType={change}
      clearLabel="Clear search"
    >
      {/* On the first screen, only for text typed in this box. */}
      {evs && (isEntered || (!isFirst && text !== "")) && <Understood input={input} evs={evs} />}
    </SearchField>
  );
});
