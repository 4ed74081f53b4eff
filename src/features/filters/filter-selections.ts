import { canonicalMake } from "../../domain/brands.ts";
import type { FilterState } from "./filter-state.ts";
import { makeKey } from "../../domain/filters/find-models.ts";
import {
  expandBodyType,
  recognizeSearch,
  SEARCH_MAX_CHARACTERS,
} from "../../domain/filters/search.ts";

/** Returns the makes that were chosen by hand or named by the search text. */
export function selectedMakes(state: FilterState, makes: readonly string[]): readonly string[] {
  const recognized = recognizeSearch(state.search, makes);
  if (recognized?.kind !== "make") return state.makes;
  return [...new Set([...state.makes, recognized.make])];
}

export function selectedMakeNames(
  state: FilterState,
  makes: readonly string[],
): ReadonlySet<string> {
  const selected = new Set(selectedMakes(state, makes).map(makeKey));
  return new Set(selected.size > 0 ? makes.filter((make) => selected.has(makeKey(make))) : []);
}

/** Turning off a brand that the search text names also removes the text. */
export function toggleMake(state: FilterState, make: string): FilterState {
  if (!selectedMakeNames(state, [make]).has(make))
    return { ...state, makes: [...state.makes, canonicalMake(make)] };
  const isFromSearch = recognizeSearch(state.search, [make])?.kind === "make";
  return {
    ...state,
    search: isFromSearch ? "" : state.search,
    makes: state.makes.filter((other) => makeKey(other) !== makeKey(make)),
  };
}

function bodyTypesNamed(search: string): readonly string[] {
  const recognized = recognizeSearch(search, []);
  return recognized?.kind === "bodyTypes" ? recognized.bodyTypes : [];
}

export function selectedBodyTypes(state: FilterState): readonly string[] {
  return [...new Set([...state.bodyTypes, ...bodyTypesNamed(state.search)])];
}

/** A group such as Truck includes its members. Turning off a type that the search names removes the text. */
export function toggleBodyType(state: FilterState, name: string): FilterState {
  const members = expandBodyType(name);
  const selected = selectedBodyTypes(state);
  if (!members.every((type) => selected.includes(type)))
    return { ...state, bodyTypes: [...new Set([...state.bodyTypes, ...members])] };
  const isFromSearch = members.some((type) => bodyTypesNamed(state.search).includes(type));
  return {
    ...state,
    search: isFromSearch ? "" : state.search,
    bodyTypes: (isFromSearch ? selected : state.bodyTypes).filter(
      (type) => !members.includes(type),
    ),
  };
}

export function isBodyTypePicked(state: FilterState, name: string): boolean {
  const members = expandBodyType(name);
  const selected = selectedBodyTypes(state);
  return selected.length === members.length && members.every((type) => selected.includes(type));
}

/** Only one at a time; choosing it again removes it (finding.md#quick-filter-dialog). */
export function pickBodyType(state: FilterState, name: string): FilterState {
  const search = bodyTypesNamed(state.search).length > 0 ? "" : state.search;
  const bodyTypes = isBodyTypePicked(state, name) ? [] : expandBodyType(name);
  return { ...state, search, bodyTypes };
}

/** What the search box shows and changes. */
export type SearchState = Pick<FilterState, "search" | "ignored" | "makes" | "bodyTypes">;

/** Returns the text of the search box: the words that filter, followed by the ignored ones. */
export function searchBoxText({
  search,
  ignored,
}: Pick<FilterState, "search" | "ignored">): string {
  return ignored === "" ? search : `${search.trim()} ${ignored}`.trimStart();
}

/** Makes the text the search; clearing it also clears brands and body types (finding.md#search-that-selects). */
export function setSearch<State extends SearchState>(state: State, text: string): State {
  const search = text.slice(0, SEARCH_MAX_CHARACTERS).toWellFormed();
  const cleared = search.trim() === "" && state.search.trim() !== "";
  const next = { ...state, search, ignored: "" };
  return cleared ? { ...next, makes: [], bodyTypes: [] } : next;
}

export type ClearedSelection = Pick<FilterState, "makes" | "bodyTypes">;

/** Returns what clearing the search text removed, for Undo, or null if nothing. */
export function clearedBySearch(before: SearchState, after: SearchState): ClearedSelection | null {
  const wasCleared = before.search.trim() !== "" && after.search.trim() === "";
  const { makes, bodyTypes } = before;
  if (!wasCleared || makes.length + bodyTypes.length === 0) return null;
  return after.makes.length + after.bodyTypes.length === 0 ? { makes, bodyTypes } : null;
}

export function restoreCleared(state: FilterState, cleared: ClearedSelection): FilterState {
  return {
    ...state,
    makes: [...new Set([...cleared.makes, ...state.makes])],
    bodyTypes: [...new Set([...cleared.bodyTypes, ...state.bodyTypes])],
  };
}
