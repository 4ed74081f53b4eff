import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearch } from "wouter";

import { createAddressState } from "../../../ui/address-state.ts";
import { SEARCH_REST_MS } from "../limits.ts";
import { LIST_PARAMETERS, listAsked, type ListAsked, listQuery, rowAsked } from "./list-query.ts";

const LIST_ADDRESS = {
  owns: (parameter: string) => LIST_PARAMETERS.includes(parameter),
  read: (query: string) => listQuery(listAsked(query)),
};

/** What the list shows lives in the address; typing reaches it when it rests. */
export function useListAddress() {
  const query = useSearch();
  const asked = useMemo(() => listAsked(query), [query]);
  /** the search as it stands in the box, a moment ahead of `asked` */
  const [text, setText] = useState(asked.search);
  const [address] = useState(() =>
    createAddressState({ path: location.pathname, ...LIST_ADDRESS }),
  );
  useEffect(() => address.connect((found) => setText(listAsked(found).search)), [address]);

  /** @param replaces the address takes the place of the one before it, which Back skips */
  const show = useCallback(
    (next: Partial<ListAsked>, replaces = false) => {
      if (next.search !== undefined) setText(next.search);
      address.write(listQuery({ ...listAsked(address.written()), ...next }), { replaces });
    },
    [address],
  );
  return {
    asked,
    row: rowAsked(query),
    text,
    show,
    type(typed: string) {
      setText(typed);
      // A search is refined in place; Back leads to the list before it.
      const before = listAsked(address.written());
      const isRefined = before.search !== "" && typed.trim() !== "";
      const next = listQuery({ ...before, search: typed.trim(), page: 1 });
      address.write(next, { replaces: isRefined, afterMs: SEARCH_REST_MS });
    },
    submit: address.flush,
  };
}
