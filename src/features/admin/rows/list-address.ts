import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearch } from "wouter";

import { ADMIN, ADMIN_VIEWS, adminPath, type AdminView } from "../../../domain/routes.ts";
import { createAddressState } from "../../../ui/address-state.ts";
import { formatCount } from "../../../domain/counts.ts";
import { PAGE_SIZES, ROWS_PER_PAGE, SEARCH_MAX_CHARACTERS, SEARCH_REST_MS } from "../limits.ts";
import { choiceParameters, isNarrowed, readChoice } from "./row-filters.ts";
import type { RowsAsked } from "./rows.queries.ts";

/** What the address asks of the list; what it says wrongly is not said. */
export function listAsked(query: string): RowsAsked {
  const said = new URLSearchParams(query);
  const page = said.get("page") ?? "";
  const pageSize = PAGE_SIZES.find((size) => String(size) === said.get("rows")) ?? ROWS_PER_PAGE;
  return {
    search: (said.get("search") ?? "").trim().slice(0, SEARCH_MAX_CHARACTERS),
    ...readChoice(said),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    pageSize,
  };
}

export function viewAsked(query: string): AdminView | undefined {
  const view = new URLSearchParams(query).get("view");
  return ADMIN_VIEWS.find((name) => name === view);
}

/** The row that the address leads to, which then gives way to its page. */
function rowAsked(query: string): number | null {
  const row = new URLSearchParams(query).get("row") ?? "";
  return /^[1-9]\d{0,9}$/.test(row) ? Number(row) : null;
}

/** of the first row of a page, under # */
export function firstNumberOf({ page, pageSize }: RowsAsked): number {
  return (page - 1) * pageSize + 1;
}

export function pageCount(matches: number, { pageSize }: Pick<RowsAsked, "pageSize">): number {
  return Math.max(1, Math.ceil(matches / pageSize));
}

export function footerOf(
  asked: RowsAsked,
  { total, matches }: { total: number; matches: number },
  shown: number,
): string {
  const from = shown === 0 ? 0 : firstNumberOf(asked);
  const part = `${formatCount(from)}-${formatCount(from === 0 ? 0 : from + shown - 1)}`;
  return isNarrowed(asked)
    ? `Found ${formatCount(matches)} matches (showing ${part})`
    : `Showing ${part} of ${formatCount(total)} EVs (including all trims)`;
}

const PARAMETERS = ["search", "sort", "order", "filters", "rows", "page", "row"];

const LIST_ADDRESS = {
  owns: (parameter: string) => PARAMETERS.includes(parameter),
  read: (query: string) => queryOf(listAsked(query)),
};

function queryOf(asked: RowsAsked): string {
  const said = new URLSearchParams(adminPath(asked).slice(`${ADMIN}?`.length));
  for (const [name, value] of choiceParameters(asked)) said.set(name, value);
  if (asked.pageSize !== ROWS_PER_PAGE) said.set("rows", String(asked.pageSize));
  return said.toString();
}

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
    (next: Partial<RowsAsked>, replaces = false) => {
      if (next.search !== undefined) setText(next.search);
      address.write(queryOf({ ...listAsked(address.written()), ...next }), { replaces });
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
      const next = queryOf({ ...before, search: typed.trim(), page: 1 });
      address.write(next, { replaces: isRefined, afterMs: SEARCH_REST_MS });
    },
    submit: address.flush,
  };
}
