import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearch } from "wouter";

import { toastMessage } from "../../../ui/calls/answers.ts";
import type { Codec } from "../../../ui/page-query.ts";
import { toastError } from "../../../ui/toast.ts";
import { usePageState } from "../../../ui/use-page-state.tsx";
import {
  LIST_PARAMETERS,
  parseListState,
  type ListState,
  listQuery,
  parseRowId,
} from "./list-query.ts";
import { WHOLE_LIST } from "./row-filters.ts";
import { isRowMissing, pageOfRowQuery } from "./rows.queries.ts";

export const SEARCH_REST_MS = 250;

const LIST_CODEC: Codec<ListState> = {
  owns: (parameter) => LIST_PARAMETERS.includes(parameter),
  parse: parseListState,
  serialize: (listState) => listQuery({ ...listState, search: listState.search.trim() }),
};

/** The list as its address says, which follows when typing pauses, and the newest text of its search. */
export function useListAddress() {
  const query = useSearch();
  const listState = useMemo(() => parseListState(query), [query]);
  const [{ search: text }, set] = usePageState(LIST_CODEC);

  /** @param replaces replaces the current history entry instead of adding one, so that Back skips it */
  const show = useCallback(
    (next: Partial<ListState>, replaces = false) =>
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
  };
}

/** dashboard.md#list-and-pages: how long a clicked row is highlighted */
const ROW_HIGHLIGHT_MS = 3000;

/** Opens the page with the row that the address asks for. */
export function useRowOfAddress(
  { row, listState: { pageSize }, show }: ReturnType<typeof useListAddress>,
  highlight: (id: number) => void,
): void {
  const client = useQueryClient();
  useEffect(() => {
    if (row === null) return;
    client.fetchQuery(pageOfRowQuery(row, pageSize)).then(
      (page) => {
        show({ ...WHOLE_LIST, page }, true);
        highlight(row);
      },
      (failure: unknown) => {
        toastError(isRowMissing(failure) ? "This row no longer exists" : toastMessage(failure));
        show({}, true);
      },
    );
  }, [row, pageSize, client, show, highlight]);
}

/** The highlighted row, and a function that highlights a row for 3 s (limits-and-texts.md#timings). */
export function useHighlight(): [number | null, (id: number) => void] {
  const [row, setRow] = useState<{ id: number }>();
  useEffect(() => {
    if (!row) return undefined;
    const timer = setTimeout(() => setRow(undefined), ROW_HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [row]);
  return [row?.id ?? null, useCallback((id) => setRow({ id }), [])];
}
