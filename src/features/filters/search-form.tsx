import { useQueryClient } from "@tanstack/react-query";
import { type FormHTMLAttributes, type ReactNode, useRef } from "react";
import { useLocation } from "wouter";

import { withBase } from "../../domain/base-path.ts";
import { comparePath, HOME, PLAIN_WORDS } from "../../domain/routes.ts";
import { showProgress } from "../../ui/progress.ts";
import { toast } from "../../ui/toast.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { evsQuery } from "../catalogue/catalogue.queries.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { QUICK } from "../../domain/filters/quick-filters.ts";
import { usePageQuery } from "../../ui/use-page-state.tsx";
import { FILTERS_CODEC, serializeFilters } from "./filter-address.ts";
import { activeFilters } from "./filter-chips.ts";
import type { FilterState } from "./filter-state.ts";
import { searchBoxText } from "./filter-selections.ts";
import { useFilterField, useFilters, useMakes } from "./use-filters.tsx";

/** Enter turns plain words into filters (finding.md#plain-words); before hydration the server does the same. */
export function SearchForm(
  props: Pick<FormHTMLAttributes<HTMLFormElement>, "aria-label" | "className" | "id"> & {
    /** row ids of the comparison in the page's address */
    comparedIds?: readonly number[] | null;
    /** where a browser without scripts sends the form; Discover when absent */
    action?: string;
    /** works without JavaScript too */
    isPlain?: boolean;
    /** called after Enter, once the words have become filters */
    onSearch?: () => void;
    children: ReactNode;
  },
) {
  const {
    action = `${HOME}#database`,
    comparedIds = null,
    isPlain = false,
    onSearch,
    children,
    ...rest
  } = props;
  const makes = useMakes();
  const { state, update } = useFilterField("search", "ignored");
  const distance = useDistance();
  const client = useQueryClient();
  const query = usePageQuery();
  const [, navigate] = useLocation();
  /** text of the box when Enter was pressed, while it waits for code and models */
  const awaited = useRef<string>(null);
  /** the box's text before a question is typed, for Undo */
  const textBefore = useRef(state);

  const search = async (form: HTMLFormElement) => {
    const boxText = boxTextOf(form);
    // Ignored words do not count as a search until something is typed.
    const text = boxText === searchBoxText(state) ? state.search : boxText;
    if (text.trim() === "") return onSearch?.();
    if (awaited.current === boxText) return;
    awaited.current = boxText;
    const loading = Promise.all([
      import("../search/plain-words.ts"),
      // If the models can't be loaded, the words stay the search and the list shows the error.
      client.ensureQueryData(evsQuery).catch(() => []),
    ]);
    showProgress(loading);
    const loaded = await loading.catch(() => null);
    if (awaited.current !== boxText) return;
    awaited.current = null;
    // The visitor has left or continued typing.
    if (!form.isConnected || boxTextOf(form) !== boxText) return;
    // The server can also interpret the words.
    if (!loaded && navigator.onLine) return form.submit();
    const [words, evs = []] = loaded ?? [];
    const plan = words?.planSearch(text, evs, makes);
    // Arriving scrolls to the section, on this page as well.
    if (plan?.kind === "savings") return location.assign(withBase(plan.path));
    if (plan?.kind === "comparison") return navigate(comparePath(plan.rowIds));
    if (words) {
      const before = query.get(FILTERS_CODEC).value;
      const parsedQuery = plan?.kind === "filters" ? plan.parsedQuery : null;
      const next = words.answerSearch(before, parsedQuery, evs, makes);
      const added = parsedQuery ? words.applyParsedQuery(before, parsedQuery) : before;
      const { search: searchBefore, ignored } = textBefore.current;
      const undone = { ...before, search: searchBefore, ignored };
      textBefore.current = next;
      update(() => next);
      const removed = removedFilters(added, next, makes, distance);
      offerUndo(removed, () => update(() => undone), ": nothing matched");
    }
    onSearch?.();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notes the text, handles no key
    <form
      {...rest}
      {...(isPlain && { "data-plain": "" })}
      role="search"
      action={withBase(action)}
      onFocus={() => (textBefore.current = state)}
      onSubmit={(event) => {
        event.preventDefault();
        void search(event.currentTarget);
      }}
    >
      {children}
      <KeptParameters comparedIds={comparedIds} />
    </form>
  );
}

const MAX_NAMED = 3;

/** Says which filters were cleared, if any. @param reason follows the sentence */
export function offerUndo(names: readonly string[], undo: () => void, reason = ""): void {
  if (names.length === 0) return;
  const cleared = names.length > MAX_NAMED ? `${names.length} filters` : names.join(", ");
  toast({
    description: `${cleared} cleared${reason}`,
    action: { label: "Undo", onClick: undo },
  });
}

/** Labels of the filters that are no longer on. */
function removedFilters(
  added: FilterState,
  next: FilterState,
  makes: readonly string[],
  distance: DistanceFormats,
): string[] {
  const stillOn = new Set(activeFilters(next, makes, distance).map(({ id }) => id));
  const quick = added.quick !== null && next.quick === null ? [QUICK[added.quick].banner] : [];
  const removed = activeFilters(added, makes, distance).filter(({ id }) => !stillOn.has(id));
  return [...quick, ...removed.map(({ label }) => label)];
}

/** Reads the form's own value, because an early press may come before React has rendered its text. */
function boxTextOf(form: HTMLFormElement): string {
  const text = new FormData(form).get("search");
  return typeof text === "string" ? text : "";
}

/** The other parameters of the address, for a browser that sends the form itself. */
function KeptParameters({ comparedIds }: { comparedIds: readonly number[] | null }) {
  const { state } = useFilters();
  const otherFilters = new URLSearchParams(serializeFilters({ ...state, search: "" }));
  if (comparedIds?.length) otherFilters.set("ev", comparedIds.join());
  otherFilters.set(PLAIN_WORDS, "1");
  return Array.from(otherFilters, ([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
