import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import { useSearch } from "wouter";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

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
  type OmittedCars,
  NOTHING_OMITTED,
  notesOn,
  REFUSAL,
  resolveComparison,
} from "./compare.ts";
import { COMPARISON_CODEC, parseIds } from "./compare-address.ts";

const STORED_IDS: Stored<readonly number[] | null> = {
  key: "ev_comparison",
  parse: (text) => (text === null ? null : parseIds(text)),
  format: (ids) => ids?.join() ?? null,
};

/** By row id, to name a car that is deleted later. */
const STORED_NAMES: Stored<Readonly<Record<string, string>>> = {
  key: "ev_comparison_names",
  parse: (text) => ({ ...(JSON.parse(text ?? "{}") as Readonly<Record<string, string>>) }),
  format: (names) => (Object.keys(names).length > 0 ? JSON.stringify(names) : null),
};

interface ComparisonState {
  /**
   * Cars of somebody else's link, stored once the visitor changes it. null and undefined (not decided yet)
   * show the visitor's own.
   */
  readonly linked?: readonly number[] | null;
  /** what the catalogue left when it did not know every car */
  readonly settled?: { readonly ids: readonly number[]; readonly omitted: OmittedCars };
}

/** Survives the way from page to page, unlike the query of a page. */
export const comparisonStore = createStore<ComparisonState>(() => ({}));

/** The query of the page whose address has the comparison; null on other pages. */
let pageQuery: PageQuery | null = null;

const NO_IDS: readonly number[] = [];

/** Returns the same array until another is compared. */
export function comparedIds(): readonly number[] {
  return comparisonStore.getState().linked ?? readStored(STORED_IDS) ?? NO_IDS;
}

function subscribe(listener: () => void): () => void {
  const leave = [comparisonStore.subscribe(listener), onStored(STORED_IDS.key, listener)];
  return () => leave.forEach((end) => end());
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

/** Changes what is shown: the link or the visitor's own. */
function show(ids: readonly number[]): void {
  if (comparisonStore.getState().linked) comparisonStore.setState({ linked: ids });
  else writeStored(STORED_IDS, ids);
}

function replaceUrl(): void {
  const ids = comparedIds();
  const change = (now: readonly number[] | null) => (same(now ?? [], ids) ? now : ids);
  pageQuery?.set(COMPARISON_CODEC, change, { replaces: true });
}

/** Whose comparison the history entry shows, "own" or "link"; undefined after a link. */
function shownBefore(query: PageQuery): unknown {
  return Object(query.historyState()).comparison;
}

/**
 * The cars of the page's address if they are somebody else's. The visitor's own may have changed elsewhere
 * since the entry of this Back, Forward or reload was shown.
 */
function findLinked(query: PageQuery): readonly number[] | null {
  const { linked } = comparisonStore.getState();
  const stored = readStored(STORED_IDS);
  const step = shownBefore(query);
  if (step === "own" && stored) return null;
  if (step !== undefined && linked === null) return null;
  const ids = query.get(COMPARISON_CODEC).value;
  if (ids === null) return linked ?? null;
  return same(ids, stored ?? []) ? null : ids;
}

/** The address wins over what is stored. @returns a function that disconnects */
export function connectComparison(query: PageQuery): () => void {
  pageQuery = query;
  comparisonStore.setState({ linked: findLinked(query) });
  replaceUrl();
  markShown();

  /** After Back or Forward, an address without comparison empties it; a link without one changes nothing. */
  function follow(): void {
    const ids = query.get(COMPARISON_CODEC).value;
    if (ids === null && shownBefore(query) === undefined) replaceUrl();
    else if (!same(ids ?? [], comparedIds())) show(ids ?? []);
  }
  const leave = [
    query.subscribe(follow),
    onStored(STORED_IDS.key, (isElsewhere) => isElsewhere && replaceUrl()),
  ];
  return () => {
    for (const end of leave) end();
    pageQuery = null;
  };
}

/** Remembers with the history entry whose comparison it shows. */
export function markShown(): void {
  if (!pageQuery?.isHere()) return;
  const comparison = comparisonStore.getState().linked ? "link" : "own";
  if (shownBefore(pageQuery) !== comparison) pageQuery.addHistoryState({ comparison });
}

/** Adds a history entry, so that Back undoes the change. @returns false when it was refused */
export function tryChange(change: Change): boolean {
  const before = comparedIds();
  const after = change(before);
  if (after === null) return false;
  if (same(before, after)) return true;
  writeStored(STORED_IDS, after);
  comparisonStore.setState({ linked: null });
  pageQuery?.set(COMPARISON_CODEC, () => after);
  return true;
}

/** Replaces ids with those that the catalogue knows, without a new history entry. */
export function settleComparison(ids: readonly number[], omitted: OmittedCars): void {
  const before = comparedIds();
  if (same(ids, before)) return;
  const names = readStored(STORED_NAMES);
  const gone = before.flatMap((id) => (ids.includes(id) ? [] : (names[id] ?? [])));
  comparisonStore.setState({ settled: { ids, omitted: { ...omitted, gone } } });
  show(ids);
  replaceUrl();
}

/** What was left out since the visitor's last change. */
export function omittedCars(ids: readonly number[], { settled }: ComparisonState): OmittedCars {
  return settled && same(settled.ids, ids) ? settled.omitted : NOTHING_OMITTED;
}

if (typeof document === "object") {
  subscribe(() => {
    document.documentElement.toggleAttribute("data-compared", comparedIds().length > 0);
  });
}

/** Returns null on the server and while hydrating. */
export function useComparedIds(): readonly number[] | null {
  // useHydrated switches in a transition, which a store's server snapshot does not.
  const isHydrated = useHydrated();
  return useSyncExternalStore(
    subscribe,
    () => (isHydrated ? comparedIds() : null),
    () => null,
  );
}

/** Returns the compared trims whose models are known. */
export function useChosen({ evs, isWhole }: Pick<Catalogue, "evs" | "isWhole">) {
  const served = usePageQuery().served(COMPARISON_CODEC).value;
  const shared = useComparedIds();
  const ids = shared ?? served ?? NO_IDS;
  const before = useStore(comparisonStore, (state) => omittedCars(ids, state));
  const { chosen, omitted } = useMemo(() => resolveComparison(ids, evs), [ids, evs]);
  // A model that was not in the document's address may simply not have arrived yet.
  const isKnown = isWhole || !omitted.unknown || ids.join() === served?.join();
  const notes = useMemo(() => {
    const now = isKnown ? omitted : NOTHING_OMITTED;
    return notesOn({
      unknown: now.unknown || before.unknown,
      beyond: now.beyond || before.beyond,
      gone: before.gone ?? [],
    });
  }, [isKnown, omitted, before]);
  return { served, shared, ids, chosen, isKnown, notes };
}

/** Renders again only when the result changes. */
export function useIsCompared(rowId: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => comparedIds().includes(rowId),
    () => false,
  );
}

/** Refuses a fourth trim with a message (comparing.md#selection). */
export function changeComparison(change: Change): boolean {
  const isDone = tryChange(change);
  if (!isDone)
    toast({ title: "Not added", description: REFUSAL, isRefusal: true, ...comparisonLink() });
  return isDone;
}

/** Used in a notification, unless the comparison is in view. */
function comparisonLink() {
  if (location.pathname === withBase(COMPARE)) return {};
  return { link: { label: "Full comparison", href: comparePath(comparedIds()) } };
}

/**
 * Connects the comparison to the page's address. A component, so that a change renders nothing else.
 * @param evs every model, once they have arrived; unknown ids are then removed
 */
export function ComparisonAddress({ evs }: { evs: readonly Ev[] | undefined }): null {
  const query = usePageQuery();
  const search = useSearch();

  // Runs before the first paint, so that an older comparison is never visible.
  useLayoutEffect(() => connectComparison(query), [query]);
  useEffect(markShown, [search]);

  const ids = useComparedIds();
  useEffect(() => {
    // On a page that was just opened, this may still be the previous page's choice.
    if (!evs || !ids || ids !== comparedIds()) return;
    const { chosen, omitted } = resolveComparison(ids, evs);
    settleComparison(
      chosen.map(({ trim }) => trim.rowId),
      omitted,
    );
    if (comparisonStore.getState().linked) return;
    const names = chosen.map((one) => [one.trim.rowId, fullTitle(one)] as const);
    writeStored(STORED_NAMES, Object.fromEntries(names));
  }, [evs, ids]);
  return null;
}
