import { useCallback, useMemo } from "react";
import { useSearch } from "wouter";

import type { Codec } from "../../../ui/page-query.ts";
import { usePageQuery, usePageState } from "../../../ui/use-page-state.tsx";
import { SEARCH_REST_MS } from "../limits.ts";
import {
  LIST_PARAMETERS,
  parseListState,
  type ListViewState,
  listQuery,
  parseRowId,
} from "./list-query.ts";

const LIST_CODEC: Codec<ListViewState> = {
  owns: (parameter) => LIST_PARAMETERS.includes(parameter),
  parse: parseListState,
  serialize: (listState) => listQuery({ ...listState, search: listState.search.trim() }),
};

/** The list as its address says, which follows when typing pauses, and the newest text of its search. */
export function useListAddress() {
  const query = useSearch();
  const listState = useMemo(() => parseListState(query), [query]);
  const { flush } = usePageQuery();
  const [{ search: text }, set] = usePageState(LIST_CODEC);

  /** @param replaces replaces the current history entry instead of adding one, so that Back skips it */
  const show = useCallback(
    (next: Partial<ListViewState>, replaces = false) =>
      set((now) => ({ ...now, ...next }), { replaces }),
    [set],
  );
  return {
    listState,
    row: parseRowId(query),
    text,
    show,
    type(typed: string) {
      // Refining a search replaces the address, so that Back leads to the list before the search.
      const replaces = listState.search !== "" && typed.trim() !== "";
      set((now) => ({ ...now, search: typed, page: 1 }), { replaces, afterMs: SEARCH_REST_MS });
    },
    submit: flush,
  };
}
