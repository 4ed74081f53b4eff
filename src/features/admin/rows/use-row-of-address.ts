import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";

import { refusalOf } from "../../../ui/calls/answers.ts";
import { toastError } from "../../../ui/toast.ts";
import type { useListAddress } from "./use-list-address.ts";
import { WHOLE_LIST } from "./row-filters.ts";
import { isRowMissing, pageOfRowQuery } from "./rows.queries.ts";

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
        toastError(isRowMissing(failure) ? "This row no longer exists" : refusalOf(failure));
        show({}, true);
      },
    );
  }, [row, pageSize, client, show, highlight]);
}

/**
 * The highlighted row, and a function that highlights a row for 3 s (limits-and-texts.md#timings,
 * dashboard.md#list-and-pages).
 */
export function useHighlight(): [number | null, (id: number) => void] {
  const [id, setId] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const highlight = useCallback((next: number) => {
    clearTimeout(timer.current);
    setId(next);
    timer.current = setTimeout(() => setId(null), ROW_HIGHLIGHT_MS);
  }, []);
  return [id, highlight];
}
