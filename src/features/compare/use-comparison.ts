import { useEffect, useLayoutEffect, useMemo } from "react";
import { useSearch } from "wouter";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

import { withBase } from "../../domain/base-path.ts";
import { COMPARE, comparePath } from "../../domain/routes.ts";
import { type AddressState, createAddressState } from "../../ui/address-state.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { createStoredState } from "../../ui/stored-state.ts";
import { toast } from "../../ui/toast.ts";
import type { Ev } from "../../domain/vehicle.ts";
import {
  type Change,
  type LeftOut,
  NOTHING_LEFT_OUT,
  notesOn,
  REFUSAL,
  resolveComparison,
} from "./compare.ts";
import {
  COMPARISON_ADDRESS,
  formatComparison,
  parseComparison,
  parseIds,
} from "./compare-address.ts";

interface Comparison {
  readonly ids: readonly number[];
  /** since the visitor's last change */
  readonly leftOut: LeftOut;
}

const STORAGE_KEY = "ev_comparison";

/** State of a history entry that the visitor's own choice created. */
const OWN_STEP = { comparison: "own" };

/** History entries that were shown before; tests pass their own. */
const shownInBrowser = {
  /** state after Back or Forward; undefined after a link */
  step(): unknown {
    return Object(history.state).comparison;
  },
  add(comparison: "own" | "link") {
    if (shownInBrowser.step() === comparison) return;
    history.replaceState({ ...Object(history.state), comparison }, "");
  },
};

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

function createStoredIds() {
  return createStoredState(
    STORAGE_KEY,
    (text): readonly number[] | null => (text === null ? null : parseIds(text)),
    (ids) => ids?.join() ?? null,
  );
}

export function createComparison(shown = shownInBrowser) {
  const stored = createStoredIds();
  /** null on the server and until a page connects */
  const shared = createStore<{ comparison: Comparison | null }>(() => ({ comparison: null }));
  const get = () => shared.getState().comparison;
  let address: AddressState | null = null;
  /** a shared link is not stored until the visitor changes it */
  let isOwn = true;

  const remembered = () => stored.getState().value ?? [];

  function show(ids: readonly number[], leftOut = NOTHING_LEFT_OUT): void {
    shared.setState({ comparison: { ids, leftOut } });
    if (isOwn && !same(ids, remembered())) stored.setState({ value: ids });
  }

  function replaceUrl(): void {
    const ids = get()?.ids;
    if (!address || !ids || same(parseComparison(address.written()) ?? [], ids)) return;
    address.write(formatComparison(ids), { replaces: true });
  }

  /**
   * After Back or Forward, an address without comparison means that nothing is compared; a link without one
   * changes nothing.
   */
  function followAddress(text: string): void {
    const asked = parseComparison(text);
    if (asked === null && shown.step() === undefined) replaceUrl();
    else if (!same(asked ?? [], get()?.ids ?? [])) show(asked ?? []);
  }

  /**
   * Returns the stored comparison if it may have changed, on another page or in another tab, since the entry
   * of this Back, Forward or reload was shown. Returns null when the address decides.
   */
  function ownSince(): readonly number[] | null {
    const step = shown.step();
    const ids = get()?.ids;
    if (step !== undefined && ids && isOwn) return ids;
    return step === "own" ? stored.getState().value : null;
  }

  function followStorage(): void {
    const ids = get()?.ids;
    if (!ids || !isOwn || same(remembered(), ids)) return;
    show(remembered());
    replaceUrl();
  }
  stored.subscribe(followStorage);

  const markShown = () => shown.add(isOwn ? "own" : "link");

  return {
    get,
    shared,
    /** false for a link from somebody else */
    isOwn: () => isOwn,
    /**
     * The page's address takes precedence over what is stored (comparing.md#comparison-in-the-address).
     * @returns a function that disconnects
     */
    connect(to: AddressState): () => void {
      address = to;
      const own = ownSince();
      const asked = own ? null : parseComparison(to.written());
      const before = get()?.ids;
      const ids = own ?? asked ?? before ?? remembered();
      if (own) isOwn = true;
      if (!before || !same(ids, before)) {
        isOwn = asked === null || same(asked, remembered());
        show(ids);
      }
      replaceUrl();
      markShown();
      const disconnect = to.connect(followAddress);
      return () => {
        disconnect();
        address = null;
      };
    },
    /** For pages without the comparison in their address. */
    open(): void {
      if (!get()) show(remembered());
    },
    markShown: () => address && markShown(),
    /** Adds a history entry, so that Back undoes the change. @returns false when it was refused */
    change(change: Change): boolean {
      const before = get()?.ids ?? remembered();
      const after = change(before);
      if (after === null) return false;
      if (get() && same(before, after)) return true;
      isOwn = true;
      show(after);
      address?.write(formatComparison(after));
      return true;
    },
    /** Replaces ids with those that the catalogue knows, without a new history entry. */
    settle(ids: readonly number[], leftOut: LeftOut): void {
      const before = get()?.ids;
      if (!before || same(ids, before)) return;
      show(ids, leftOut);
      replaceUrl();
    },
  };
}

export const comparison = createComparison();

comparison.shared.subscribe(() => {
  document.documentElement.toggleAttribute("data-compared", comparison.get()?.ids.length !== 0);
});

export function useComparison(): Comparison | null {
  // useHydrated switches in a transition, which a store's server snapshot does not.
  const isHydrated = useHydrated();
  return useStore(comparison.shared, (shared) => (isHydrated ? shared.comparison : null));
}

/**
 * Returns the compared trims whose models are known.
 * @param served ids in the address of the document
 * @param all every model, once they have arrived
 * @param evs the models known until then
 */
export function useChosen(
  served: readonly number[],
  all: readonly Ev[] | undefined,
  evs: readonly Ev[],
) {
  const shared = useComparison();
  const ids = shared?.ids ?? served;
  const { chosen, leftOut } = useMemo(() => resolveComparison(ids, all ?? evs), [ids, all, evs]);
  // A model that was not in the document's address may simply not have arrived yet.
  const isKnown = all !== undefined || !leftOut.unknown || ids.join() === served.join();
  const notes = useMemo(() => {
    const now = isKnown ? leftOut : NOTHING_LEFT_OUT;
    const before = shared?.leftOut ?? NOTHING_LEFT_OUT;
    return notesOn({
      unknown: now.unknown || before.unknown,
      beyond: now.beyond || before.beyond,
    });
  }, [isKnown, leftOut, shared]);
  return { shared, ids, chosen, isKnown, notes };
}

/** Renders again only when the result changes. */
export function useIsCompared(rowId: number): boolean {
  return useStore(comparison.shared, (shared) => shared.comparison?.ids.includes(rowId) ?? false);
}

/** Refuses a fourth trim with a message (comparing.md#selection). */
export function changeComparison(change: Change): boolean {
  const isDone = comparison.change(change);
  if (!isDone) toast({ title: "Not added", description: REFUSAL, isRefusal: true, ...wayOn() });
  return isDone;
}

/** Action for a notification, unless the comparison is in view. */
function wayOn() {
  if (location.pathname === withBase(COMPARE)) return {};
  return { action: { label: "See comparison", href: comparePath(comparison.get()?.ids ?? []) } };
}

export interface ComparisonAddressProps {
  path: string;
  /** every model, once they have arrived; unknown ids are then removed */
  evs: readonly Ev[] | undefined;
}

/** A separate component, so that a change of the address renders nothing else. */
export function ComparisonAddress({ path, evs }: ComparisonAddressProps): null {
  useComparisonAddress(path, evs);
  return null;
}

/**
 * Connects the comparison to the address of a page.
 * @param evs every model, once they have arrived; unknown ids are then removed
 */
export function useComparisonAddress(path: string, evs: readonly Ev[] | undefined): void {
  const search = useSearch();

  // Runs before the first paint, so that an older comparison is never visible.
  useLayoutEffect(
    () =>
      comparison.connect(createAddressState({ path, ...COMPARISON_ADDRESS, stepState: OWN_STEP })),
    [path],
  );

  useEffect(() => {
    if (location.pathname === withBase(path)) comparison.markShown();
  }, [path, search]);

  const ids = useComparison()?.ids;
  useEffect(() => {
    // On a page that was just opened, this may still be the previous page's choice.
    if (!evs || !ids || ids !== comparison.get()?.ids) return;
    const { chosen, leftOut } = resolveComparison(ids, evs);
    comparison.settle(
      chosen.map(({ trim }) => trim.rowId),
      leftOut,
    );
  }, [evs, ids]);
}
