import type { QueryClient } from "@tanstack/react-query";
import type { AroundNavHandler } from "wouter";

import { errorMessage } from "../ui/calls/answers.ts";
import type { PageModule, PageProps } from "../pages/page.ts";
import { withoutBase } from "../domain/base-path.ts";
import { keysOf } from "../domain/records.ts";
import type { SitePage } from "../domain/routes.ts";
import { toast } from "../ui/toast.ts";
import { showProgress } from "../ui/progress.ts";

export interface Page {
  name: SitePage;
  pattern: RegExp;
  source: string;
  /** shown until the code has loaded, as the specification words it */
  loading?: string;
  import: () => Promise<{ page: PageModule }>;
}

const MODULES = import.meta.glob<{ page: PageModule }>("../pages/*/page.tsx");

/** The pages by their folders; the first whose pattern matches is shown. */
const PAGES: Record<SitePage, Pick<Page, "pattern" | "loading">> = {
  home: { pattern: /^\/$/, loading: "Loading EVs..." },
  "ev-detail": { pattern: /^\/ev\/(?<id>[^/]+)\/?$/, loading: "Loading vehicle details..." },
  compare: { pattern: /^\/compare\/?$/, loading: "Loading vehicles..." },
  table: { pattern: /^\/table\/?$/, loading: "Loading EVs..." },
  correction: {
    pattern: /^\/corrections\/(?<token>[^/]+)\/?$/,
    loading: "Loading the correction...",
  },
  "open-data": { pattern: /^\/data\/?$/ },
  auth: { pattern: /^\/auth\/?$/ },
  admin: { pattern: /^\/admin\/?$/ },
  "coming-soon": { pattern: /^\/(?<section>ai|tech|space|6in60|discover)\/?$/ },
  "not-found": { pattern: /^/ }, // everywhere.md#not-found
};

const ALL_PAGES = keysOf(PAGES).map((name): Page => {
  const load = MODULES[`../pages/${name}/page.tsx`];
  if (!load) throw new Error(`${name} has no page`);
  return { name, ...PAGES[name], source: `src/pages/${name}/page.tsx`, import: load };
});

export function matchPage(pathname: string): { page: Page; params: PageProps["params"] } {
  for (const page of ALL_PAGES) {
    const match = page.pattern.exec(pathname);
    if (match) return { page, params: match.groups ?? {} };
  }
  throw new Error("not-found matches every path");
}

interface PageCode {
  loading: Promise<PageModule>;
  loaded?: PageModule;
  hasFailed?: boolean;
}

const codes = new Map<Page, PageCode>();

function fetchCode(page: Page): PageCode {
  const code: PageCode = { loading: page.import().then((module) => module.page) };
  code.loading.then(
    (module) => (code.loaded = module),
    () => (code.hasFailed = true),
  );
  codes.set(page, code);
  return code;
}

/** Used while rendering, where a retry after a failure would loop for ever. */
export function pageCode(page: Page): PageCode {
  return codes.get(page) ?? fetchCode(page);
}

/** Fetches the page's code once; a failed fetch can be retried. */
export function loadPage(page: Page): Promise<PageModule> {
  const code = pageCode(page);
  return (code.hasFailed ? fetchCode(page) : code).loading;
}

/** How long the old page stays before the loading state of the next one appears. */
const PATIENCE_MS = 1_000;

let latest = 0;

/**
 * Navigates once the page's code and data have arrived or after a second, to a section only when nothing will move
 * it. A later click cancels an earlier one. After a failure the old page stays.
 */
export function navigateWhenReady(client: QueryClient): AroundNavHandler {
  return (navigate, to, options) => {
    const target = new URL(to, location.href);
    const from = location.pathname;
    if (target.pathname === from) return navigate(to, options);
    const { page, params } = matchPage(withoutBase(target.pathname));

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
        // The page itself scrolls to a fragment.
        if (!target.hash) window.scrollTo(0, 0);
      };
      // Data that does not arrive is reported below.
      const sections = target.hash
        ? loadPage(page)
            .then(({ loadSections }) => loadSections?.(client, target.hash))
            .catch(() => undefined)
        : Promise.resolve();
      const patience = setTimeout(() => void sections.then(open), PATIENCE_MS);
      const arrival = loadPage(page).then(
        ({ load }) => Promise.all([load?.({ client, params, search: target.search }), sections]),
        () => (isOvertaken() ? undefined : openDocument(target)),
      );
      showProgress(arrival);
      arrival.then(open, (failure) => {
        clearTimeout(patience);
        // Once open, the page shows its own error.
        if (isOpen || isOvertaken()) return;
        toast({
          description: errorMessage(failure),
          variant: "destructive",
          action: { label: "Try again", onClick: go },
        });
      });
    };
    go();
  };
}

/** Loads a document whose code is missing, after a fetch, since the browser's error page would replace the site. */
async function openDocument(target: URL): Promise<void> {
  await fetch(target);
  location.assign(target);
  // The browser is leaving the document, so never resolve.
  await new Promise(() => undefined);
}
