/** The return to where a card or trim was clicked (finding.md#return-to-the-list). */
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

import { sessionText } from "../session-value.ts";
import { useHydrated } from "../use-hydrated.ts";
import { repeatUntilVisitorActs } from "./visitor-input.ts";
import { RESTORE_SCROLL_MS, SCROLL_POSITION_MAX_AGE_MS } from "./limits.ts";

/** limits-and-texts.md#storage-keys */
const storedPage = sessionText("ev_scroll_position_main");
/** The list's own scroll, beside the page's, whose shape limits-and-texts.md#storage-keys fixes. */
const storedList = sessionText("ev_scroll_position_list");

/** Lengths in CSS pixels. */
export interface PagePosition {
  scrollY: number;
  /** milliseconds since 1970 */
  timestamp: number;
  viewportHeight: number;
  documentHeight: number;
  filterState: unknown;
}

/** How far down the page its sections began, since parts above them may have appeared in the meantime. */
const sectionsTop = sessionText("ev_scroll_sections_top");

function findSectionsTop(): number {
  const first = document.getElementById("ranking-section");
  return first ? first.getBoundingClientRect().top + window.scrollY : 0;
}

/** Where what stood at the window's top stands now. */
function scrollYNow(scrollY: number): number {
  const before = Number(sectionsTop.get() ?? NaN);
  // The head of the page stays where it is.
  return scrollY >= before ? scrollY + findSectionsTop() - before : scrollY;
}

/** Holds whatever the heights above turn out to be. */
export interface ListPosition {
  evId: number;
  /** pixels scrolled out of view; negative when there is space above */
  offset: number;
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
export function parsePagePosition(text: string | null, now: number): PagePosition | null {
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

export function parseListPosition(text: string | null): ListPosition | null {
  const { evId, offset } = parseObject(text);
  return isFiniteNumber(evId) && isFiniteNumber(offset) ? { evId, offset } : null;
}

/** The page's place as it is stored, after where its sections begin has been. */
export function takePagePosition(): Omit<PagePosition, "filterState"> {
  sectionsTop.set(String(findSectionsTop()));
  return {
    scrollY: window.scrollY,
    timestamp: Date.now(),
    viewportHeight: window.innerHeight,
    documentHeight: document.documentElement.scrollHeight,
  };
}

function savePosition(filterState: unknown, place: ListPosition | null): void {
  const position: PagePosition = { ...takePagePosition(), filterState: filterState ?? null };
  storedPage.set(JSON.stringify(position));
  storedList.set(place && JSON.stringify(place));
}

export function readPosition(): { main: PagePosition; place: ListPosition | null } | null {
  const main = parsePagePosition(storedPage.get(), Date.now());
  return main && { main, place: parseListPosition(storedList.get()) };
}

/** Whether the document was asked for anew, not by a reload or Back. */
export function isFirstVisit(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate";
}

/** A position is good for one return. */
export function forgetPosition(): void {
  storedPage.set(null);
  storedList.set(null);
}

/**
 * Scrolls at several delays (finding.md#return-to-the-list): the page may not be tall enough yet, and the
 * list may wait for its entries. Ends when both stand right twice in a row, or when the visitor acts.
 * @param placeList true when what is within the page stands in its place
 * @param forget called at the end
 * @returns cancels it; the position then stays stored
 */
export function restorePosition(
  scrollY: number,
  placeList: () => boolean,
  forget: () => void,
): () => void {
  const place = () => {
    const isListPlaced = placeList();
    const top = scrollYNow(scrollY);
    window.scrollTo({ top, behavior: "instant" });
    return isListPlaced && Math.abs(window.scrollY - top) < 2;
  };
  return repeatUntilVisitorActs(RESTORE_SCROLL_MS, twiceInARow(place), forget);
}

/** What stands right may be moved once more by what comes late. */
function twiceInARow(place: () => boolean): () => boolean {
  let placedBefore = false;
  return () => {
    const isDone = place();
    const done = isDone && placedBefore;
    placedBefore = isDone;
    return done;
  };
}

interface ScrolledList {
  place: () => ListPosition | null;
  /** @returns true when the model stands there and will stay */
  scrollTo: (place: ListPosition) => boolean;
  scrollToEdge: (edge: "start" | "end") => void;
}

interface ListScroll {
  rows: ScrolledList;
  filterState: unknown;
  onRestoreFilters: ((filterState: unknown) => void) | undefined;
}

/**
 * A reload, or Back to the document, leads to where the list was. The page's own place the browser
 * knows.
 */
function useListKeptForReload(rows: () => ScrolledList): void {
  const [isServed] = useState(!useHydrated());
  const latest = useEffectEvent(rows);
  useEffect(() => {
    const left = new AbortController();
    const keep = () => {
      // One that leads back from a vehicle stays.
      if (readPosition() === null) storedList.set(JSON.stringify(latest().place()));
    };
    addEventListener("pagehide", keep, { signal: left.signal });
    // The browser may restore the document itself.
    addEventListener("pageshow", ({ persisted }) => persisted && storedList.set(null), {
      signal: left.signal,
    });
    const place = readPosition() === null ? parseListPosition(storedList.get()) : null;
    const isReturn = isServed && !isFirstVisit();
    if (place && !isReturn) storedList.set(null);
    const stop =
      place && isReturn
        ? repeatUntilVisitorActs(
            RESTORE_SCROLL_MS,
            twiceInARow(() => latest().scrollTo(place)),
            () => storedList.set(null),
          )
        : undefined;
    return () => {
      left.abort();
      stop?.();
    };
    // Once, on arrival.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/**
 * Keeps and restores the place (finding.md#return-to-the-list), and scrolls up after a change of the filters
 * or the sort.
 * @returns keeps the place; a stable function
 */
export function useReturnToList(list: ListScroll): () => void {
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
  });

  useListKeptForReload(() => list.rows);

  /** The kept filters take a while to be found with. */
  const returning = useRef<ReturnType<typeof readPosition>>(null);
  const restore = useCallback(
    ({ main, place }: NonNullable<ReturnType<typeof readPosition>>) =>
      restorePosition(
        main.scrollY,
        () => !place || latest.current.rows.scrollTo(place),
        forgetPosition,
      ),
    [],
  );

  useEffect(() => {
    // A fragment says where to go, and wins.
    const storedPosition = location.hash ? null : readPosition();
    if (!storedPosition) return;
    const { filterState } = storedPosition.main;
    if (filterState !== null) latest.current.onRestoreFilters?.(filterState);
    returning.current = storedPosition;
    return restore(storedPosition);
  }, [restore]);

  const { filterState } = list;
  const shownState = useRef(filterState);
  useEffect(() => {
    if (shownState.current === filterState) return;
    shownState.current = filterState;
    const position = returning.current;
    returning.current = null;
    if (position && position.main.filterState === filterState) return restore(position);
    latest.current.rows.scrollToEdge("start");
    return;
  }, [filterState, restore]);

  return useCallback(() => {
    const { rows, ...shown } = latest.current;
    savePosition(shown.filterState, rows.place());
  }, []);
}
