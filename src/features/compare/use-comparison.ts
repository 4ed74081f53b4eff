import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";

import { COMPARE, comparePath } from "../../routes.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { toast } from "../../ui/toast.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { type Change, REFUSAL, resolveComparison } from "./compare.ts";
import { type AddressPort, type Comparison, comparison } from "./comparison-store.ts";

if (typeof window !== "undefined") addEventListener("storage", comparison.followStorage);

const NOT_KNOWN = () => null;

/** What is compared; null until the page has hydrated. */
export function useComparison(): Comparison | null {
  // Not by the store's own server snapshot: its change would be rendered unsliced.
  const isHydrated = useHydrated();
  return useSyncExternalStore(
    comparison.subscribe,
    isHydrated ? comparison.get : NOT_KNOWN,
    NOT_KNOWN,
  );
}

/** Whether this trim is compared; renders again only when that changes. */
export function useIsCompared(rowId: number): boolean {
  const read = () => comparison.get()?.ids.includes(rowId) ?? false;
  return useSyncExternalStore(comparison.subscribe, read, () => false);
}

/** Changes the comparison; a fourth trim is refused with a sentence (readings 5). */
export function changeComparison(change: Change): boolean {
  const done = comparison.change(change);
  if (!done) toast({ title: "Not added", description: REFUSAL, isRefusal: true, ...wayOn() });
  return done;
}

/** Leads a notification's reader to the comparison, where it is not in sight anyway. */
export function wayOn() {
  if (location.pathname === COMPARE) return {};
  return { action: { label: "See comparison", href: comparePath(comparison.get()?.ids ?? []) } };
}

/** In the state of each step of the history that has been shown. */
const SHOWN = { comparison: "shown" };

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function addressOf(path: string): AddressPort {
  const go = (query: string, replace: boolean) => {
    if (location.pathname !== path) return;
    const address = `${path}${query && `?${query}`}${location.hash}`;
    navigate(address, { replace, state: replace ? history.state : SHOWN });
  };
  return {
    search: () => location.search,
    push: (query) => go(query, false),
    replace: (query) => go(query, true),
    wasShown: () => isObject(history.state) && "comparison" in history.state,
    markShown: () => {
      const state: unknown = history.state;
      if (isObject(state) && "comparison" in state) return;
      history.replaceState({ ...(isObject(state) && state), ...SHOWN }, "");
    },
  };
}

/**
 * Joins the comparison to the address of a page that shows it.
 * @param path the page's
 * @param evs every model, once they are there: ids are then put as the catalogue knows them
 */
export function useComparisonAddress(path: string, evs: readonly Ev[] | undefined): void {
  const search = useSearch();

  // Before the first paint after a navigation, so that no older comparison is seen.
  useLayoutEffect(() => {
    comparison.arrive(addressOf(path));
    return () => comparison.leave();
  }, [path]);

  useEffect(() => {
    if (location.pathname === path) comparison.followAddress();
  }, [path, search]);

  const ids = useComparison()?.ids;
  useEffect(() => {
    if (!evs || !ids) return;
    const { chosen, leftOut } = resolveComparison(ids, evs);
    comparison.settle(
      chosen.map(({ trim }) => trim.rowId),
      leftOut,
    );
  }, [evs, ids]);
}
