/** Restores the position where a card or trim was clicked (finding.md#return-to-the-list). */
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

import { sessionText } from "../session-value.ts";
import { useHydrated } from "../hydration.ts";
import { repeatUntilVisitorActs } from "./visitor-input.ts";

/**
 * finding.md#return-to-the-list: times after the return, until the page is tall enough; slow phones need the
 * last ones.
 */
export const RESTORE_SCROLL_MS = [
  0, 60, 150, 300, 600, 1_000, 1_600, 2_400, 3_400, 5_000, 8_000,
] as const;
export const SCROLL_POSITION_MAX_AGE_MS = 30 * 60_000;

/** limits-and-texts.md#storage-keys */
const storedPage = sessionText("ev_scroll_position_main");
/**
 * The list's own scroll position, stored separately because limits-and-texts.md#storage-keys defines the
 * shape of the page's.
 */
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

/** How far down the page its sections began, because parts above them may have appeared since. */
const sectionsTop = sessionText("ev_scroll_sections_top");

function findSectionsTop(): number {
  const first = document.getElementById("ranking-section");
  return first ? first.getBoundingClientRect().top + window.scrollY : 0;
}

/** Returns the current position of what was at the top of the window. */
function scrollYNow(scrollY: number): number {
  const before = Number(sectionsTop.get() ?? NaN);
  // The part above the sections does not move.
  return scrollY >= before ? scrollY + findSectionsTop() - before : scrollY;
}

/** Independent of the heights of the rows above. */
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
 * @returns null when the text is missing, invalid, older than 30 minutes or from the future
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

/** Stores where the page's sections begin and returns its position for storage. */
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

/** Whether the document was newly requested, not by a reload or Back. */
export function isFirstVisit(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate";
}

/** A position is only used for one return. */
export function forgetPosition(): void {
  storedPage.set(null);
  storedList.set(null);
}

/**
 * Scrolls several times (finding.md#return-to-the-list), because the page may not be tall enough yet and the
 * list may still be loading. Ends when both are in the right position twice in a row, or when the visitor
 * does something.
 * @param placeList returns true when the list is in position
 * @param forget called at the end
 * @returns a function that cancels it; the position then stays stored
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

/** Late content may move the page once more, even if the position is right. */
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
  /** @returns true when the model is there and will stay there */
  scrollTo: (place: ListPosition) => boolean;
  scrollToEdge: (edge: "start" | "end") => void;
}

interface ListScroll {
  rows: ScrolledList;
  filterState: unknown;
  onRestoreFilters: ((filterState: unknown) => void) | undefined;
}

/**
 * Restores the list's position after a reload, or after Back to the document. The browser restores the page's
 * own position.
 */
function useListKeptForReload(rows: () => ScrolledList): void {
  const [isServed] = useState(!useHydrated());
  const latest = useEffectEvent(rows);
  useEffect(() => {
    const left = new AbortController();
    const keep = () => {
      // Do not overwrite a position that leads back from a vehicle.
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
    // Runs once, on arrival.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/**
 * Saves and restores the position (finding.md#return-to-the-list), and scrolls up when the filters or the
 * sort change.
 * @returns a stable function that saves the position
 */
export function useReturnToList(list: ListScroll): () => void {
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
  });

  useListKeptForReload(() => list.rows);

  /** Set until the results for the saved filters are ready. */
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
    // A fragment takes precedence over a saved position.
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
