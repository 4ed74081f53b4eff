import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";

import type { SitePage } from "../routes.ts";
import { markFulfilled, preloadParts } from "../ui/lazy.tsx";

export interface Page {
  name: SitePage;
  pattern: RegExp;
  /** in the build's manifest */
  source: string;
  /** as the specification words it, until the code has come */
  loading?: string;
  import: () => Promise<{ page: PageModule }>;
}

const PAGES: readonly Page[] = [
  {
    name: "home",
    pattern: /^\/$/,
    source: "src/app/pages/home-page.tsx",
    loading: "Loading EVs...",
    import: () => import("./pages/home-page.tsx"),
  },
  {
    name: "ev",
    pattern: /^\/ev\/(?<id>[^/]+)\/?$/,
    source: "src/app/pages/ev-detail-page.tsx",
    loading: "Loading vehicle details...",
    import: () => import("./pages/ev-detail-page.tsx"),
  },
  {
    name: "compare",
    pattern: /^\/compare\/?$/,
    source: "src/app/pages/compare-page.tsx",
    loading: "Loading vehicles...",
    import: () => import("./pages/compare-page.tsx"),
  },
  {
    name: "auth",
    pattern: /^\/auth\/?$/,
    source: "src/app/pages/auth-page.tsx",
    import: () => import("./pages/auth-page.tsx"),
  },
  {
    name: "admin",
    pattern: /^\/admin\/?$/,
    source: "src/app/pages/admin-page.tsx",
    import: () => import("./pages/admin-page.tsx"),
  },
  {
    name: "coming-soon",
    pattern: /^\/(?<section>ai|tech|space|6in60|discover)\/?$/,
    source: "src/app/pages/coming-soon-page.tsx",
    import: () => import("./pages/coming-soon-page.tsx"),
  },
];

const NOT_FOUND: Page = {
  name: "not-found",
  pattern: /^/,
  source: "src/app/pages/not-found-page.tsx",
  import: () => import("./pages/not-found-page.tsx"),
};

/** Unknown paths are the not-found page (§2). */
export function matchPage(pathname: string): { page: Page; params: PageProps["params"] } {
  for (const page of PAGES) {
    const match = page.pattern.exec(pathname);
    if (match) return { page, params: match.groups ?? {} };
  }
  return { page: NOT_FOUND, params: {} };
}

const modules = new Map<Page, Promise<PageModule>>();
const failed = new WeakSet<Promise<PageModule>>();

/** Fetched once, and again after a failure. */
export function loadPage(page: Page): Promise<PageModule> {
  const cached = modules.get(page);
  if (cached && !failed.has(cached)) return cached;
  const loading = markFulfilled(page.import().then((module) => module.page));
  loading.catch(() => failed.add(loading));
  modules.set(page, loading);
  return loading;
}

/** For rendering: fetching again after a failure would never end here. */
export function loadedPage(page: Page): Promise<PageModule> {
  return modules.get(page) ?? loadPage(page);
}

/** For the server. */
export async function loadWholePage(page: Page): Promise<void> {
  await loadPage(page);
  await preloadParts();
}

export interface PageProps {
  params: Readonly<Record<string, string>>;
}

export interface PageModule {
  Component: ComponentType<PageProps>;
  prepare?: (client: QueryClient, params: PageProps["params"]) => Promise<unknown>;
}
