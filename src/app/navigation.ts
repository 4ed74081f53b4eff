import type { QueryClient } from "@tanstack/react-query";
import type { AroundNavHandler } from "wouter";

import { refusalOf } from "../api/answers.ts";
import { toast } from "../ui/toast.ts";
import { showWaiting } from "../ui/lazy.tsx";
import { loadPage, matchPage } from "./pages.ts";

/** The page before stays in view so long, with the bar; then the next one shows what it waits for. */
const PATIENCE_MS = 1_000;

let latest = 0;

/**
 * Navigates once the page's code and data have arrived, or when they take too long. A later click
 * overtakes an earlier one that still waits. When they do not arrive what is shown stays.
 */
export function navigateWhenReady(client: QueryClient): AroundNavHandler {
  return (navigate, to, options) => {
    const target = new URL(to, location.href);
    const from = location.pathname;
    if (target.pathname === from) return navigate(to, options);
    const { page, params } = matchPage(target.pathname);

    const go = () => {
      const ticket = ++latest;
      let isOpen = false;
      const isOvertaken = () =>
        ticket !== latest || location.pathname !== (isOpen ? target.pathname : from);
      const open = () => {
        clearTimeout(patience);
        if (isOpen || isOvertaken()) return;
        isOpen = true;
        navigate(to, options);
        // A new page starts at its top; a fragment is followed by the page that owns it.
        if (!target.hash) window.scrollTo(0, 0);
      };
      const patience = setTimeout(open, PATIENCE_MS);
      const arrival = loadPage(page).then(
        (module) => module.prepare?.(client, params),
        () => (isOvertaken() ? undefined : openDocument(target)),
      );
      showWaiting(arrival);
      arrival.then(open, (failure) => {
        clearTimeout(patience);
        // An open page shows its own error.
        if (isOpen || isOvertaken()) return;
        toast({
          description: refusalOf(failure),
          variant: "destructive",
          action: { label: "Try again", onClick: go },
        });
      });
    };
    go();
  };
}

/**
 * The way to a page whose code does not come: a newer build has other files. Without a server it
 * would be the browser's own page, so it is asked first.
 */
async function openDocument(target: URL): Promise<void> {
  await fetch(target);
  location.assign(target);
  // This document is left.
  await new Promise(() => undefined);
}
