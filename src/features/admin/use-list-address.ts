import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";

import { adminPath } from "../../routes.ts";
import { SEARCH_REST_MS } from "./limits.ts";
import { listAsked } from "./list-address.ts";
import type { RowsAsked } from "./rows.client.ts";

/** What changes the address without this hook: Back, Forward and links (wouter names the last two). */
const ADDRESS_EVENTS = ["popstate", "pushState", "replaceState"] as const;

interface ListAddress {
  /** what the list shows or is about to */
  asked: RowsAsked;
  /** the search as it stands in the box, a moment ahead of `asked` */
  text: string;
  type: (text: string) => void;
  /** the search is asked for now */
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
