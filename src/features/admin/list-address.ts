import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";

import { ADMIN_VIEWS, adminPath, type AdminView } from "../../routes.ts";
import { formatCount } from "../../vehicle/counts.ts";
import { ROWS_PER_PAGE, SEARCH_MAX_CHARACTERS, SEARCH_REST_MS } from "./limits.ts";
import type { RowsAsked } from "./rows.client.ts";

/** What the address asks of the list; what it says wrongly is not said. */
export function listAsked(query: string): RowsAsked {
  const said = new URLSearchParams(query);
  const page = said.get("page") ?? "";
  return {
    search: (said.get("search") ?? "").trim().slice(0, SEARCH_MAX_CHARACTERS),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

/** The view that the address asks for; undefined is the list of EVs. */
export function viewAsked(query: string): AdminView | undefined {
  const view = new URLSearchParams(query).get("view");
  return ADMIN_VIEWS.find((name) => name === view);
}

/** At least 1. */
export function pageCount(matches: number): number {
  return Math.max(1, Math.ceil(matches / ROWS_PER_PAGE));
}

export function footerOf(
  { search, page }: RowsAsked,
  { total, matches }: { total: number; matches: number },
  shown: number,
): string {
  const from = shown === 0 ? 0 : (page - 1) * ROWS_PER_PAGE + 1;
  const part = `${formatCount(from)}-${formatCount(from === 0 ? 0 : from + shown - 1)}`;
  return search === ""
    ? `Showing ${part} of ${formatCount(total)} EVs (including all trims)`
    : `Found ${formatCount(matches)} matches (showing ${part})`;
}

/** What changes the address without this hook: Back, Forward and links (wouter names the last two). */
const ADDRESS_EVENTS = ["popstate", "pushState", "replaceState"] as const;

interface ListAddress {
  asked: RowsAsked;
  /** the search as it stands in the box, a moment ahead of `asked` */
  text: string;
  type: (text: string) => void;
  submit: () => void;
  /** @param replaces the address takes the place of the one before it, which Back skips */
  show: (next: Partial<RowsAsked>, replaces?: boolean) => void;
}

/** Search and page of the list live in the address; typing reaches it when it rests. */
export function useListAddress(): ListAddress {
  const query = useSearch();
  const [, navigate] = useLocation();
  const asked = useMemo(() => listAsked(query), [query]);
  const [text, setText] = useState(asked.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOwn = useRef(false);

  const show = useCallback<ListAddress["show"]>(
    (next, replaces = false) => {
      clearTimeout(timer.current);
      const now = listAsked(location.search);
      const path = adminPath({ ...now, ...next });
      if (path === adminPath(now)) return;
      if (next.search !== undefined) setText((shown) => keepTyped(shown, next.search ?? ""));
      isOwn.current = true;
      navigate(path, { replace: replaces });
      isOwn.current = false;
    },
    [navigate],
  );

  useEffect(() => {
    const follow = () => {
      if (isOwn.current) return;
      clearTimeout(timer.current);
      setText(listAsked(location.search).search);
    };
    for (const event of ADDRESS_EVENTS) addEventListener(event, follow);
    return () => {
      clearTimeout(timer.current);
      for (const event of ADDRESS_EVENTS) removeEventListener(event, follow);
    };
  }, []);

  const search = (typed: string) => {
    // A search is refined in place; Back leads to the list before it.
    const isRefined = listAsked(location.search).search !== "";
    show({ search: typed.trim(), page: 1 }, isRefined && typed.trim() !== "");
  };
  return {
    asked,
    text,
    type: (typed) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => search(typed), SEARCH_REST_MS);
    },
    submit: () => search(text),
    show,
  };
}

/** A space at the end of what is being typed is no other search. */
function keepTyped(shown: string, search: string): string {
  return shown.trim() === search ? shown : search;
}
