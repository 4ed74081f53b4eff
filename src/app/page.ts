import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";

/** What an address matched: the variable parts of its path. */
export interface PageProps {
  params: Readonly<Record<string, string>>;
}

/** What every module in pages/ exports as `page`. */
export interface PageModule {
  Component: ComponentType<PageProps>;
  /** Fetches what the page shows before it is navigated to, so that it appears at once. */
  prepare?: (client: QueryClient, params: PageProps["params"]) => Promise<unknown>;
}
