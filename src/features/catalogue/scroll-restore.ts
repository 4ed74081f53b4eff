/** The return to the list, where a card or trim was clicked (§4). */
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";

import { sessionText } from "../../ui/stored-value.ts";
import { repeatUntilVisitorActs } from "../../ui/visitor-input.ts";
import { RESTORE_SCROLL_MS, SCROLL_POSITION_MAX_AGE_MS } from "./limits.ts";

/** §3 */
const mainScroll = sessionText("ev_scroll_position_main");
/** The list's own scroll, beside the page's, whose shape §3 fixes. */
const listScroll = sessionText("ev_scroll_position_list");

/** §3. Lengths in CSS pixels. */
export interface MainScroll {
  scrollY: number;
  /** milliseconds since 1970 */
  timestamp: number;
  viewportHeight: number;
  documentHeight: number;
  filterState: unknown;
}

/** How far down the page its sections began: what stands above them may have come meanwhile. */
const sectionsTop = sessionText("ev_scroll_sections_top");

function findSectionsTop(): number {
  const first = document.getElementById("ranking-section");
  return first ? first.getBoundingClientRect().top + window.scrollY : 0;
}

export function keepSectionsTop(): void {
  sectionsTop.set(String(findSectionsTop()));
}

/** Where what stood at the window's top stands now. */
export function scrollYNow(scrollY: number): number {
  const before = Number(sectionsTop.get() ?? NaN);
  // The head of the page stays where it is.
  return scrollY >= before ? scrollY + findSectionsTop() - before : scrollY;
}

/** Holds whatever the heights above turn out to be. */
export interface ListPlace {
  evId: number;
  /** pixels scrolled out of view; negative when there is space above */
  offset: number;
}

interface ScrolledList {
  place: () => ListPlace | null;
  /** @returns true when the model stands there and will stay */
  scrollTo: (place: ListPlace) => boolean;
  scrollToEdge: (edge: "start" | "end") => void;
}

function parseObject(text: string | null): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/**
 * @param now milliseconds since 1970
 * @returns null for what is missing, broken, older than 30 minutes or from the future
 */
export function parseMainScroll(text: string | null, now: number): MainScroll | null {
  const { scrollY, timestamp, viewportHeight, documentHeight, filterState } = parseObject(text);
  if (!isFiniteNumber(scrollY) || scrollY < 0 || !isFiniteNumber(timestamp)) return null;
  const age = now - timestamp;
  if (age < 0 || age > SCROLL_POSITION_MAX_AGE_MS) return null;
  return {
    scrollY,
    timestamp,
    viewportHeight: isFiniteNumber(viewportHeight) ? viewportHeight : 0,
    documentHeight: isFiniteNumber(documentHeight) ? documentHeight : 0,
    filterState: filterState ?? null,
  };
}

export function parseListPlace(text: string | null): ListPlace | null {
  const { evId, offset } = parseObject(text);
  return isFiniteNumber(evId) && isFiniteNumber(offset) ? { evId, offset } : null;
}

function saveScroll(filterState: unknown, place: ListPlace | null): void {
  const position: MainScroll = {
    scrollY: window.scrollY,
    timestamp: Date.now(),
    viewportHeight: window.innerHeight,
    documentHeight: document.documentElement.scrollHeight,
    filterState: filterState ?? null,
  };
  mainScroll.set(JSON.stringify(position));
  keepSectionsTop();
  listScroll.set(place && JSON.stringify(place));
}

export function readScroll(): { main: MainScroll; place: ListPlace | null } | null {
  const main = parseMainScroll(mainScroll.get(), Date.now());
  return main && { main, place: parseListPlace(listScroll.get()) };
}

/** A position is good for one return. */
export function forgetScroll(): void {
  mainScroll.set(null);
  listScroll.set(null);
}

/**
 * Scrolls page and list at several delays: the page may not be tall enough yet, and the list may wait
 * for its entries. Ends when both stand right twice in a row, or when the visitor acts.
 * @param placeList true when the list stands there
 * @returns cancels it; the position then stays stored
 */
export function restoreScroll(scrollY: number, placeList: () => boolean): () => void {
  let placedBefore = false;
  const attempt = () => {
    const listPlaced = placeList();
    const top = scrollYNow(scrollY);
    window.scrollTo({ top, behavior: "instant" });
    const placed = listPlaced && Math.abs(window.scrollY - top) < 2;
    const done = placed && placedBefore;
    placedBefore = placed;
    return done;
  };
  return repeatUntilVisitorActs(RESTORE_SCROLL_MS, attempt, forgetScroll);
}

interface ListScroll {
  rows: ScrolledList;
  filterState: unknown;
  onRestoreFilters: ((filterState: unknown) => void) | undefined;
}

/**
 * Keeps and restores the place (§4), and scrolls up after a change of the filters or the sort.
 * @returns keeps the place; a stable function
 */
export function useListScroll(list: ListScroll): () => void {
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
  });

  /** The kept filters take a while to be found with. */
  const returning = useRef<ReturnType<typeof readScroll>>(null);
  const restore = useCallback(
    ({ main, place }: NonNullable<ReturnType<typeof readScroll>>) =>
      restoreScroll(main.scrollY, () => !place || latest.current.rows.scrollTo(place)),
    [],
  );

  useEffect(() => {
    // A fragment says where to go, and wins.
    const kept = location.hash ? null : readScroll();
    if (!kept) return;
    const { filterState } = kept.main;
    if (filterState !== null) latest.current.onRestoreFilters?.(filterState);
    returning.current = kept;
    return restore(kept);
  }, [restore]);

  const { filterState } = list;
  const shownState = useRef(filterState);
  useEffect(() => {
    if (shownState.current === filterState) return;
    shownState.current = filterState;
    const kept = returning.current;
    returning.current = null;
    if (kept && kept.main.filterState === filterState) return restore(kept);
    latest.current.rows.scrollToEdge("start");
    return;
  }, [filterState, restore]);

  return useCallback(() => {
    const { rows, ...shown } = latest.current;
    saveScroll(shown.filterState, rows.place());
  }, []);
}
