import type { QueryClient } from "@tanstack/react-query";
import { startTransition } from "react";
import type { AroundNavHandler } from "wouter";

import { loadPage, matchPage } from "./pages.ts";

let latest = 0;

/**
 * Navigates once the page's code and data have arrived, so that no half page is ever shown.
 * A later click overtakes an earlier one that still waits. A page whose data cannot be fetched
 * is opened all the same: it shows its own error state.
 */
export function navigateWhenReady(client: QueryClient): AroundNavHandler {
  return (navigate, to, options) => {
    const target = new URL(to, location.href);
    if (target.pathname === location.pathname) return navigate(to, options);
    const ticket = ++latest;
    const { page, params } = matchPage(target.pathname);
    void loadPage(page)
      .then((module) => module.prepare?.(client, params))
      .catch(() => undefined)
      .then(() => {
        if (ticket !== latest) return;
        startTransition(() => navigate(to, options));
        // A new page starts at its top; a fragment is followed by the page that owns it.
        if (!target.hash) window.scrollTo(0, 0);
      });
  };
}
