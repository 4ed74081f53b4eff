import { useEffect, useLayoutEffect, useMemo } from "react";
import { useSearch } from "wouter";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

import { isRecord, isText } from "../../ui/stored-list.ts";
import { withBase } from "../../domain/base-path.ts";
import { COMPARE, comparePath } from "../../domain/routes.ts";
import type { PageQuery } from "../../ui/page-query.ts";
import { onStored, readStored, type Stored, writeStored } from "../../ui/storage.ts";
import { useHydrated } from "../../ui/hydration.ts";
import { usePageQuery } from "../../ui/use-page-state.tsx";
import { toast } from "../../ui/toast.ts";
import type { Ev } from "../../domain/vehicle.ts";
import type { Catalogue } from "../catalogue/use-catalogue.ts";
import {
  type Change,
  fullTitle,
  type LeftOut,
  NOTHING_LEFT_OUT,
  notesOn,
  REFUSAL,
  resolveComparison,
} from "./compare.ts";
import { COMPARISON_CODEC, parseIds } from "./compare-address.ts";

interface Comparison {
  readonly ids: readonly number[];
  /** since the visitor's last change */
  readonly leftOut: LeftOut;
}

const STORED_IDS: Stored<readonly number[] | null> = {
  key: "ev_comparison",
  parse: (text) => (text === null ? null : parseIds(text)),
  format: (ids) => ids?.join() ?? null,
};

/** By row id, to name a car that is deleted later. */
const STORED_NAMES: Stored<Readonly<Record<string, string>>> = {
  key: "ev_comparison_names",
  parse(text) {
    const names: unknown = JSON.parse(text ?? "{}");
    const entries = isRecord(names) ? Object.entries(names) : [];
    return Object.fromEntries(
      entries.flatMap(([id, name]) => (isText(name) ? [[id, name] as const] : [])),
    );
  },
  format: (names) => (Object.keys(names).length > 0 ? JSON.stringify(names) : null),
};

interface ComparisonState {
  /** null on the server and until a page opens it */
  readonly comparison: Comparison | null;
  /** false for a link from somebody else, which is not stored until the visitor changes it */
  readonly isOwn: boolean;
}

/** Survives the way from page to page, unlike the query of a page. */
export const comparisonStore = createStore<ComparisonState>(() => ({
  comparison: null,
  isOwn: true,
}));

/** The query of the page whose address has the comparison; null on other pages. */
let pageQuery: PageQuery | null = null;

const get = () => comparisonStore.getState().comparison;
const remembered = () => readStored(STORED_IDS) ?? [];

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

function show(ids: readonly number[], leftOut = NOTHING_LEFT_OUT): void {
  comparisonStore.setState({ comparison: { ids, leftOut } });
  if (comparisonStore.getState().isOwn && !same(ids, remembered())) writeStored(STORED_IDS, ids);
}

function replaceUrl(): void {
  const ids = get()?.ids;
  const change = (now: readonly number[] | null) => (!ids || same(now ?? [], ids) ? now : ids);
  pageQuery?.set(COMPARISON_CODEC, change, { replaces: true });
}

/** Whose comparison the history entry shows, "own" or "link"; undefined after a link. */
function shownBefore(query: PageQuery): unknown {
  return Object(query.historyState()).comparison;
}

/**
 * Returns the stored comparison if it may have changed, on another page or in another tab, since the entry of
 * this Back, Forward or reload was shown. Returns null when the address decides.
 */
function ownSince(query: PageQuery): readonly number[] | null {
  const step = shownBefore(query);
  const { comparison, isOwn } = comparisonStore.getState();
  if (step !== undefined && comparison && isOwn) return comparison.ids;
  return step === "own" ? readStored(STORED_IDS) : null;
}

/** Follows another tab. */
function followStorage(): void {
  const ids = get()?.ids;
  if (!ids || !comparisonStore.getState().isOwn || same(remembered(), ids)) return;
  show(remembered());
  replaceUrl();
}

/** For pages without the comparison in their address. @returns a function that ends it */
export function openComparison(): () => void {
  if (!get()) show(remembered());
  return onStored(STORED_IDS.key, followStorage);
}

/**
 * The page's address takes precedence over what is stored (comparing.md#comparison-in-the-address).
 * @returns a function that disconnects
 */
export function connectComparison(query: PageQuery): () => void {
  pageQuery = query;
  const readAddress = () => query.get(COMPARISON_CODEC).value;
  const own = ownSince(query);
  const before = get()?.ids;
  const linked = own ? null : readAddress();
  const ids = own ?? linked ?? before ?? remembered();
  if (own) comparisonStore.setState({ isOwn: true });
  if (!before || !same(ids, before)) {
    comparisonStore.setState({ isOwn: linked === null || same(linked, remembered()) });
    show(ids);
  }
  replaceUrl();
  markShown();

  /**
   * After Back or Forward, an address without comparison means that nothing is compared; a link without one
   * changes nothing.
   */
  function follow(): void {
    const ofAddress = readAddress();
    if (ofAddress === null && shownBefore(query) === undefined) replaceUrl();
    else if (!same(ofAddress ?? [], get()?.ids ?? [])) show(ofAddress ?? []);
  }
  const leave = [query.subscribe(follow), onStored(STORED_IDS.key, followStorage)];
  return () => {
    for (const end of leave) end();
    pageQuery = null;
  };
}

/** Remembers with the history entry whose comparison it shows. */
export function markShown(): void {
  if (!pageQuery?.isHere()) return;
  const comparison = comparisonStore.getState().isOwn ? "own" : "link";
  if (shownBefore(pageQuery) !== comparison) pageQuery.addHistoryState({ comparison });
}

/** Adds a history entry, so that Back undoes the change. @returns false when it was refused */
export function tryChange(change: Change): boolean {
  const before = get()?.ids ?? remembered();
  const after = change(before);
  if (after === null) return false;
  if (get() && same(before, after)) return true;
  comparisonStore.setState({ isOwn: true });
  show(after);
  pageQuery?.set(COMPARISON_CODEC, () => after);
  return true;
}

/** Replaces ids with those that the catalogue knows, without a new history entry. */
export function settleComparison(ids: readonly number[], leftOut: LeftOut): void {
  const before = get()?.ids;
  if (!before || same(ids, before)) return;
  const names = readStored(STORED_NAMES);
  const gone = before.flatMap((id) => (ids.includes(id) ? [] : (names[id] ?? [])));
  show(ids, { ...leftOut, gone });
  replaceUrl();
}

if (typeof document === "object") {
  comparisonStore.subscribe(() => {
    document.documentElement.toggleAttribute("data-compared", get()?.ids.length !== 0);
  });
}

export function useComparison(): Comparison | null {
  // useHydrated switches in a transition, which a store's server snapshot does not.
  const isHydrated = useHydrated();
  return useStore(comparisonStore, ({ comparison }) => (isHydrated ? comparison : null));
}

/** Returns the compared trims whose models are known. */
export function useChosen({ evs, isWhole }: Pick<Catalogue, "evs" | "isWhole">) {
  const served = usePageQuery().served(COMPARISON_CODEC).value;
  const shared = useComparison();
  const ids = shared?.ids ?? served ?? NO_IDS;
  const { chosen, leftOut } = useMemo(() => resolveComparison(ids, evs), [ids, evs]);
  // A model that was not in the document's address may simply not have arrived yet.
  const isKnown = isWhole || !leftOut.unknown || ids.join() === served?.join();
  const notes = useMemo(() => {
    const now = isKnown ? leftOut : NOTHING_LEFT_OUT;
    const before = shared?.leftOut ?? NOTHING_LEFT_OUT;
    return notesOn({
      unknown: now.unknown || before.unknown,
      beyond: now.beyond || before.beyond,
      gone: before.gone ?? [],
    });
  }, [isKnown, leftOut, shared]);
  return { served, shared, ids, chosen, isKnown, notes };
}

const NO_IDS: readonly number[] = [];

/** Renders again only when the result changes. */
export function useIsCompared(rowId: number): boolean {
  return useStore(comparisonStore, ({ comparison }) => comparison?.ids.includes(rowId) ?? false);
}

/** Refuses a fourth trim with a message (comparing.md#selection). */
export function changeComparison(change: Change): boolean {
  const isDone = tryChange(change);
  if (!isDone) toast({ title: "Not added", description: REFUSAL, isRefusal: true, ...wayOn() });
  return isDone;
}

/** Link for a notification, unless the comparison is in view. */
function wayOn() {
  if (location.pathname === withBase(COMPARE)) return {};
  return { link: { label: "See comparison", href: comparePath(get()?.ids ?? []) } };
}

interface ComparisonAddressProps {
  /** every model, once they have arrived; unknown ids are then removed */
  evs: readonly Ev[] | undefined;
}

/** A separate component, so that a change of the address renders nothing else. */
export function ComparisonAddress({ evs }: ComparisonAddressProps): null {
  useComparisonAddress(evs);
  return null;
}

/**
 * Connects the comparison to the address of the page.
 * @param evs every model, once they have arrived; unknown ids are then removed
 */
export function useComparisonAddress(evs: readonly Ev[] | undefined): void {
  const query = usePageQuery();
  const search = useSearch();

  // Runs before the first paint, so that an older comparison is never visible.
  useLayoutEffect(() => connectComparison(query), [query]);
  useEffect(markShown, [search]);

  const ids = useComparison()?.ids;
  useEffect(() => {
    // On a page that was just opened, this may still be the previous page's choice.
    if (!evs || !ids || ids !== get()?.ids) return;
    const { chosen, leftOut } = resolveComparison(ids, evs);
    settleComparison(
      chosen.map(({ trim }) => trim.rowId),
      leftOut,
    );
    const names = chosen.map((one) => [one.trim.rowId, fullTitle(one)] as const);
    if (comparisonStore.getState().isOwn) writeStored(STORED_NAMES, Object.fromEntries(names));
  }, [evs, ids]);
}
