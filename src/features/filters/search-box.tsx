import { clsx } from "clsx";
import { X } from "lucide-react";
import { memo, useId, useRef, useState } from "react";

import { IconButton } from "../../ui/button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { toast } from "../../ui/toast.ts";
import { lazyExtra } from "../../ui/lazy-extra.tsx";
import type { Ev } from "../../vehicle/vehicle.ts";
import {
  type ClearedSelection,
  clearedBySearch,
  restoreCleared,
  setSearch,
} from "./filter-selections.ts";
import type { FilterState } from "./filter-state.ts";
import { SEARCH_MAX_CHARACTERS } from "./limits.ts";
import { type Recognised, recogniseSearch } from "./search.ts";
import styles from "./search-box.module.css";
import { useFilterField } from "./use-filters.tsx";

export interface SearchBoxProps {
  /** in Discover from 768 px on; in the dialog and on the first screen always (§2, beyond 2) */
  place: "first" | "page" | "dialog";
  /** undefined until they arrive */
  evs: readonly Ev[] | undefined;
}

const Understood = lazyExtra(async () => (await import("../search/understood.tsx")).Understood);

/** Words, or the name of a brand or body type (§4 Search), or plain words (beyond 2). */
export const SearchBox = memo(function SearchBox({ place, evs }: SearchBoxProps) {
  const { state, makes, update } = useFilterField("search", "makes", "bodyTypes");
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const recognised = recogniseSearch(state.search, makes);
  const [isEntered, setEntered] = useState(false);
  const isFirst = place === "first";

  const change = (text: string) => {
    const cleared = clearedBySearch(state, setSearch(state, text));
    update((now) => setSearch(now, text));
    if (cleared) offerUndo(cleared, update);
  };

  return (
    <SearchField
      ref={input}
      {...(isFirst ? { name: "search" } : { landmark: true })}
      label={isFirst ? "Find an electric car" : "Search make, model or trim"}
      className={clsx(styles.box, place === "page" && styles.page, isFirst && styles.first)}
      aria-describedby={hintId}
      placeholder={isFirst ? "Try “awd suv under 50k”" : "Search make, model or trim"}
      maxLength={SEARCH_MAX_CHARACTERS}
      value={state.search}
      onFocus={() => setEntered(true)}
      onType={change}
    >
      <span id={hintId} className={styles.hint}>
        {recognised && hintOf(recognised)}
      </span>
      {state.search !== "" && (
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
      {evs && (isEntered || state.search !== "") && <Understood input={input} evs={evs} />}
    </SearchField>
  );
});

function hintOf(recognised: Recognised): string {
  return recognised.kind === "make" ? "Brand" : recognised.bodyTypes.length > 1 ? "Types" : "Type";
}

/** Clearing the text clears brands and body types too (§4). */
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
