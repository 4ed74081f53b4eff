import type { QueryClient } from "@tanstack/react-query";
import type { AroundNavHandler } from "wouter";

import { refusalOf } from "../api/answers.ts";
import { toast } from "../ui/toast.ts";
import { showWaiting } from "../ui/lazy.tsx";
import { loadPage, matchPage } from "./pages.ts";

/** Then the next page shows its loading state. */
const PATIENCE_MS = 1_000;

let latest = 0;

/**
 * Navigates once the page's code and data have arrived, or after a second. A later click overtakes
 * an earlier one. After a failure the old page stays.
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
        // The page itself follows a fragment.
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
        // The opened page shows its own error.
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
 * Loads the document of a page whose code is missing, as after a new release. The fetch makes sure
 * that there is a server: the browser's own error page would end the site.
 */
async function openDocument(target: URL): Promise<void> {
  await fetch(target);
  location.assign(target);
  // The document is being left.
  await new Promise(() => undefined);
}
