/** Returns to where the visitor was (finding.md#return-to-the-list, ranking.md#return-to-the-ranking). */
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";

import { sessionText } from "../session-value.ts";
import { isRecord } from "../stored-list.ts";
import { useIsServed } from "../hydration.ts";
import { isFirstVisit, repeatUntilVisitorActs, SCROLL_ATTEMPTS_MS } from "./visitor-input.ts";

export const SCROLL_POSITION_MAX_AGE_MS = 30 * 60_000;

/** limits-and-texts.md#storage-keys */
const positions = {
  main: sessionText("ev_scroll_position_main"),
  ranking: sessionText("ev_scroll_position_ranking"),
};
/** How far down the page its sections began, because parts above them may have appeared since. */
const sectionsTop = sessionText("ev_scroll_sections_top");
/** Set when the positions were kept because the document was left, not by a click that leads away. */
const keptForReload = sessionText("ev_scroll_reload");

/** Lengths in CSS pixels. */
interface PagePosition {
  scrollY: number;
  /** milliseconds since 1970 */
  timestamp: number;
  viewportHeight: number;
  documentHeight: number;
  filterState?: string | null;
}

type KeptPosition = Required<Pick<PagePosition, "scrollY" | "filterState">>;

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function parseObject(text: string | null): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** @param now milliseconds since 1970 @returns null when invalid, older than 30 minutes or from the future */
export function parsePagePosition(text: string | null, now: number): KeptPosition | null {
  const { scrollY, timestamp, filterState } = parseObject(text);
  if (!isFiniteNumber(scrollY) || scrollY < 0 || !isFiniteNumber(timestamp)) return null;
  const age = now - timestamp;
  if (age < 0 || age > SCROLL_POSITION_MAX_AGE_MS) return null;
  return { scrollY, filterState: typeof filterState === "string" ? filterState : null };
}

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

/**
 * Scrolls several times (finding.md#return-to-the-list), because the page may not be tall enough yet, until page and
 * section are in position twice in a row, or the visitor does something. @param scrollY undefined: the browser's
 * @param showSection returns true when the section is in position @param forget called at the end
 * @returns a function that cancels it; the position then stays stored
 */
export function restorePosition(
  scrollY: number | undefined,
  showSection: () => boolean,
  forget: () => void,
): () => void {
  let wasPlaced = false;
  const scroll = () => {
    const isShown = showSection();
    const top = scrollY === undefined ? window.scrollY : scrollYNow(scrollY);
    if (scrollY !== undefined) window.scrollTo({ top, behavior: "instant" });
    const isPlaced = isShown && Math.abs(window.scrollY - top) < 2;
    const isDone = isPlaced && wasPlaced;
    wasPlaced = isPlaced;
    return isDone;
  };
  return repeatUntilVisitorActs(SCROLL_ATTEMPTS_MS, scroll, forget);
}

export interface ScrollMemory<State> {
  section: keyof typeof positions;
  /** reads what the section shows from its own keys */
  read: (position: KeptPosition) => State;
  /** writes it; @returns further fields of the position */
  write: (state: State | null) => Pick<PagePosition, "filterState">;
}

interface RememberedSection<State> {
  /** what the section shows; null when a reload needs nothing of it */
  current: () => State | null;
  /** starts showing what was kept */
  onReturn: (state: State) => void;
  /** returns true when it is in position */
  isShown: (state: State) => boolean;
}

/** Keeps and restores the scroll position and a section. @returns `save`, to call before a link is followed */
export function useScrollMemory<State>(
  { section, read, write }: ScrollMemory<State>,
  { current, onReturn, isShown }: RememberedSection<State>,
): { save: (state: State) => void; isReturning: RefObject<boolean> } {
  const isServed = useIsServed();
  const isReturning = useRef(false);

  const keep = (state: State) => {
    sectionsTop.set(String(findSectionsTop()));
    const position: PagePosition = {
      scrollY: window.scrollY,
      timestamp: Date.now(),
      viewportHeight: window.innerHeight,
      documentHeight: document.documentElement.scrollHeight,
      ...write(state),
    };
    positions[section].set(JSON.stringify(position));
  };
  const forget = () => {
    positions[section].set(null);
    write(null);
    isReturning.current = false;
  };
  const onLeave = useEffectEvent(() => {
    const state = current();
    // Do not overwrite a position that leads back from a vehicle, or that is still being restored.
    if (state === null || positions[section].get() !== null) return;
    keep(state);
    keptForReload.set("true");
  });
  const restore = useEffectEvent(() => {
    // Only a reload or a return restores the position, not a new visit.
    if (keptForReload.get() && !(isServed && !isFirstVisit())) forget();
    // A fragment in the address takes precedence.
    if (location.hash) return;
    const position = parsePagePosition(positions[section].get(), Date.now());
    if (!position) return forget();
    const state = read(position);
    isReturning.current = true;
    onReturn(state);
    // A reload restores the page by itself, unless the ranking has to become taller first.
    const isByBrowser = keptForReload.get() && section === "main";
    const scrollY = isByBrowser ? undefined : position.scrollY;
    return restorePosition(scrollY, () => isStateShown(state), forget);
  });
  const isStateShown = useEffectEvent(isShown);

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    addEventListener("pagehide", () => onLeave(), { signal });
    // The browser may restore the whole document from its cache.
    addEventListener("pageshow", ({ persisted }) => persisted && forget(), { signal });
    const stop = restore();
    return () => {
      left.abort();
      stop?.();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, on arrival
  }, []);

  const save = (state: State) => {
    // Only the latest position is restored.
    for (const position of Object.values(positions)) position.set(null);
    keep(state);
    keptForReload.set(null);
  };
  return { save, isReturning };
}

/** Independent of the heights of the rows above. */
export interface ListPosition {
  evId: number;
  /** pixels scrolled out of view; negative when there is space above */
  offset: number;
}

export function parseListPosition(text: string | null): ListPosition | null {
  const { evId, offset } = parseObject(text);
  return isFiniteNumber(evId) && isFiniteNumber(offset) ? { evId, offset } : null;
}

/** The list scrolls on its own; limits-and-texts.md#storage-keys defines the shape of the page's position. */
const storedList = sessionText("ev_scroll_position_list");

const LIST_MEMORY: ScrollMemory<{ filterState: string | null; list: ListPosition | null }> = {
  section: "main",
  read: ({ filterState }) => ({ filterState, list: parseListPosition(storedList.get()) }),
  write(state) {
    storedList.set(state?.list ? JSON.stringify(state.list) : null);
    return { filterState: state?.filterState ?? null };
  },
};

interface ScrolledList {
  readPosition: () => ListPosition | null;
  /** @returns true when the model is there and will stay there */
  scrollTo: (position: ListPosition) => boolean;
  scrollToEdge: (edge: "start" | "end") => void;
}

/** Scrolls the list up when filters or sort change. @returns a stable function that saves the position */
export function useReturnToList(props: {
  rows: ScrolledList;
  filters: string;
  onRestoreFilters: (filters: string) => void;
}): () => void {
  const { rows, filters, onRestoreFilters } = props;
  const current = () => ({ filterState: filters, list: rows.readPosition() });
  const { save, isReturning } = useScrollMemory(LIST_MEMORY, {
    current,
    onReturn: (kept) => {
      if (kept.filterState !== null) onRestoreFilters(kept.filterState);
    },
    // The results for the kept filters may not be there yet.
    isShown: (kept) =>
      (kept.filterState ?? filters) === filters && (!kept.list || rows.scrollTo(kept.list)),
  });
  const latest = useRef({ save, current, rows });
  useLayoutEffect(() => {
    latest.current = { save, current, rows };
  });

  const shownFilters = useRef(filters);
  useEffect(() => {
    if (shownFilters.current === filters) return;
    shownFilters.current = filters;
    if (!isReturning.current) latest.current.rows.scrollToEdge("start");
  }, [filters, isReturning]);

  return useCallback(() => latest.current.save(latest.current.current()), []);
}
