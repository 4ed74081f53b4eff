import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import { useSearch } from "wouter";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

import { withBase } from "../../domain/base-path.ts";
import { COMPARE, comparePath } from "../../domain/routes.ts";
import type { PageQuery } from "../../ui/page-query.ts";
import { isRecord, isText } from "../../ui/stored-list.ts";
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
  omissionNotes,
  COMPARISON_FULL,
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
  parse(text) {
    const names: unknown = JSON.parse(text ?? "{}");
    const entries = Object.entries(isRecord(names) ? names : {});
    return Object.fromEntries(entries.filter((one): one is [string, string] => isText(one[1])));
  },
  format: (names) => (Object.keys(names).length > 0 ? JSON.stringify(names) : null),
};

const NO_IDS: readonly number[] = [];

interface ComparisonState {
  /** whose cars are shown; a link's are stored, and the visitor's own, once they are changed */
  readonly source: "undecided" | "own" | "link";
  /** the cars of somebody else's link */
  readonly linkedIds: readonly number[];
  /** the last time that the catalogue did not know every car: what remained and what was left out */
  readonly lastOmission?: { readonly ids: readonly number[]; readonly omitted: OmittedCars };
}

/** Survives the way from page to page, unlike the query of a page. */
export const comparisonStore = createStore<ComparisonState>(() => ({
  source: "undecided",
  linkedIds: NO_IDS,
}));

/** Of the page whose address has the comparison, which components on any page change; null on other pages. */
let connectedPage: PageQuery | null = null;

/** Returns the same array until another is compared. */
export function comparedIds(): readonly number[] {
  const { source, linkedIds } = comparisonStore.getState();
  return source === "link" ? linkedIds : (readStored(STORED_IDS) ?? NO_IDS);
}

function subscribe(listener: () => void): () => void {
  const leave = [comparisonStore.subscribe(listener), onStored(STORED_IDS.key, listener)];
  return () => leave.forEach((end) => end());
}

function isSameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

function setComparedIds(ids: readonly number[]): void {
  if (comparisonStore.getState().source === "link") comparisonStore.setState({ linkedIds: ids });
  else writeStored(STORED_IDS, ids);
}

function updateAddress(): void {
  const ids = comparedIds();
  const change = (now: readonly number[] | null) => (isSameIds(now ?? [], ids) ? now : ids);
  connectedPage?.set(COMPARISON_CODEC, change, { replaces: true });
}

/** Whose comparison the history entry has, "own" or "link"; undefined after a link. */
function sourceInHistory(query: PageQuery): unknown {
  return Object(query.historyState()).comparison;
}

/**
 * The cars of the page's address if they are somebody else's. The visitor's own may have changed elsewhere
 * since the entry of this Back, Forward or reload was shown.
 */
function findLinked(query: PageQuery): readonly number[] | null {
  const { source, linkedIds } = comparisonStore.getState();
  const stored = readStored(STORED_IDS);
  const sourceBefore = sourceInHistory(query);
  if (sourceBefore === "own" && stored) return null;
  if (sourceBefore !== undefined && source === "own") return null;
  const ids = query.get(COMPARISON_CODEC).value;
  if (ids === null) return source === "link" ? linkedIds : null;
  return isSameIds(ids, stored ?? []) ? null : ids;
}

/** The address wins over what is stored. @returns a function that disconnects */
export function connectComparison(query: PageQuery): () => void {
  connectedPage = query;
  const linkedIds = findLinked(query);
  comparisonStore.setState({ source: linkedIds ? "link" : "own", linkedIds: linkedIds ?? NO_IDS });
  updateAddress();
  rememberSource();

  /** After Back or Forward, an address without comparison empties it; a link without one changes nothing. */
  function onAddressChange(): void {
    const ids = query.get(COMPARISON_CODEC).value;
    if (ids === null && sourceInHistory(query) === undefined) updateAddress();
    else if (!isSameIds(ids ?? [], comparedIds())) setComparedIds(ids ?? []);
  }
  const leave = [
    query.subscribe(onAddressChange),
    onStored(STORED_IDS.key, (isElsewhere) => isElsewhere && updateAddress()),
  ];
  return () => {
    for (const end of leave) end();
    connectedPage = null;
  };
}

/** Remembers with the history entry whose comparison it has. */
export function rememberSource(): void {
  if (!connectedPage?.isHere()) return;
  const comparison = comparisonStore.getState().source === "link" ? "link" : "own";
  if (sourceInHistory(connectedPage) !== comparison) connectedPage.addHistoryState({ comparison });
}

/** Adds a history entry, so that Back undoes the change. @returns false when it was refused */
export function tryChange(change: Change): boolean {
  const before = comparedIds();
  const after = change(before);
  if (after === null) return false;
  if (isSameIds(before, after)) return true;
  writeStored(STORED_IDS, after);
  comparisonStore.setState({ source: "own", linkedIds: NO_IDS });
  connectedPage?.set(COMPARISON_CODEC, () => after);
  return true;
}

/** Replaces ids with those that the catalogue knows, without a new history entry. */
export function settleComparison(ids: readonly number[], omitted: OmittedCars): void {
  const before = comparedIds();
  if (isSameIds(ids, before)) return;
  const names = readStored(STORED_NAMES);
  const gone = before.flatMap((id) => (ids.includes(id) ? [] : (names[id] ?? [])));
  comparisonStore.setState({ lastOmission: { ids, omitted: { ...omitted, gone } } });
  setComparedIds(ids);
  updateAddress();
}

/** What was left out since the visitor's last change. */
export function omittedCars(
  ids: readonly number[],
  { lastOmission }: ComparisonState,
): OmittedCars {
  return lastOmission && isSameIds(lastOmission.ids, ids) ? lastOmission.omitted : NOTHING_OMITTED;
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
  const browserIds = useComparedIds();
  const ids = browserIds ?? served ?? NO_IDS;
  const before = useStore(comparisonStore, (state) => omittedCars(ids, state));
  const { chosen, omitted } = useMemo(() => resolveComparison(ids, evs), [ids, evs]);
  // A model that was not in the document's address may simply not have arrived yet.
  const isKnown = isWhole || !omitted.unknown || ids.join() === served?.join();
  // What was left out before is no longer among the ids.
  const notes = omissionNotes(isKnown && before === NOTHING_OMITTED ? omitted : before);
  return { served, browserIds, ids, chosen, isKnown, notes };
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
    toast({
      title: "Not added",
      description: COMPARISON_FULL,
      isRefusal: true,
      ...comparisonLink(),
    });
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
  useEffect(rememberSource, [search]);

  const ids = useComparedIds();
  useEffect(() => {
    // On a page that was just opened, this may still be the previous page's choice.
    if (!evs || !ids || ids !== comparedIds()) return;
    const { chosen, omitted } = resolveComparison(ids, evs);
    settleComparison(
      chosen.map(({ trim }) => trim.rowId),
      omitted,
    );
    if (comparisonStore.getState().source === "link") return;
    const names = chosen.map((one) => [one.trim.rowId, fullTitle(one)] as const);
    writeStored(STORED_NAMES, Object.fromEntries(names));
  }, [evs, ids]);
  return null;
}
