import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearch } from "wouter";

import { withoutBase } from "../../../domain/base-path.ts";
import { createAddressState } from "../../../ui/address-state.ts";
import { SEARCH_REST_MS } from "../limits.ts";
import {
  LIST_PARAMETERS,
  parseListState,
  type ListViewState,
  listQuery,
  parseRowId,
} from "./list-query.ts";

const LIST_ADDRESS = {
  owns: (parameter: string) => LIST_PARAMETERS.includes(parameter),
  read: (query: string) => listQuery(parseListState(query)),
};

/** Keeps the list's state in the address, which is updated when typing pauses. */
export function useListAddress() {
  const query = useSearch();
  const listState = useMemo(() => parseListState(query), [query]);
  /** the text in the search box, slightly ahead of `listState` */
  const [text, setText] = useState(listState.search);
  const [address] = useState(() =>
    createAddressState({ path: withoutBase(location.pathname), ...LIST_ADDRESS }),
  );
  useEffect(() => address.connect((found) => setText(parseListState(found).search)), [address]);

  /** @param replaces replaces the current history entry instead of adding one, so that Back skips it */
  const show = useCallback(
    (next: Partial<ListViewState>, replaces = false) => {
      if (next.search !== undefined) setText(next.search);
      address.write(listQuery({ ...parseListState(address.written()), ...next }), { replaces });
    },
    [address],
  );
  return {
    listState,
    row: parseRowId(query),
    text,
    show,
    type(typed: string) {
      setText(typed);
      // Refining a search replaces the address, so that Back leads to the list before the search.
      const before = parseListState(address.written());
      const isRefined = before.search !== "" && typed.trim() !== "";
      const next = listQuery({ ...before, search: typed.trim(), page: 1 });
      address.write(next, { replaces: isRefined, afterMs: SEARCH_REST_MS });
    },
    submit: address.flush,
  };
}
