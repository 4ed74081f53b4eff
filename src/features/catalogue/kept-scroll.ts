/** What is kept of a place in the list, and that a vehicle's page shall begin at its top. */
import { sessionText } from "../../ui/session-value.ts";
import { repeatUntilVisitorActs } from "../../ui/visitor-input.ts";
import { RESTORE_SCROLL_MS, SCROLL_POSITION_MAX_AGE_MS } from "./limits.ts";

/** limits-and-texts.md#storage-keys */
const mainScroll = sessionText("ev_scroll_position_main");
/** The list's own scroll, beside the page's, whose shape limits-and-texts.md#storage-keys fixes. */
const listScroll = sessionText("ev_scroll_position_list");

/** Lengths in CSS pixels. */
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

/** Where what stood at the window's top stands now. */
function scrollYNow(scrollY: number): number {
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

/** The page's place as it is stored, after where its sections begin has been. */
export function keepPlace(): Omit<MainScroll, "filterState"> {
  sectionsTop.set(String(findSectionsTop()));
  return {
    scrollY: window.scrollY,
    timestamp: Date.now(),
    viewportHeight: window.innerHeight,
    documentHeight: document.documentElement.scrollHeight,
  };
}

export function saveScroll(filterState: unknown, place: ListPlace | null): void {
  const position: MainScroll = { ...keepPlace(), filterState: filterState ?? null };
  mainScroll.set(JSON.stringify(position));
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
 * Scrolls at several delays (finding.md#return-to-the-list): the page may not be tall enough yet, and the
 * list may wait for its entries. Ends when both stand right twice in a row, or when the visitor acts.
 * @param placeList true when what is within the page stands in its place
 * @param forget called at the end
 * @returns cancels it; the position then stays stored
 */
export function restoreScroll(
  scrollY: number,
  placeList: () => boolean,
  forget: () => void,
): () => void {
  let placedBefore = false;
  const attempt = () => {
    const isListPlaced = placeList();
    const top = scrollYNow(scrollY);
    window.scrollTo({ top, behavior: "instant" });
    const placed = isListPlaced && Math.abs(window.scrollY - top) < 2;
    const done = placed && placedBefore;
    placedBefore = placed;
    return done;
  };
  return repeatUntilVisitorActs(RESTORE_SCROLL_MS, attempt, forget);
}

/** limits-and-texts.md#storage-keys */
const storedScrollToTop = sessionText("ev_scroll_to_top");

export function askForTop(): void {
  storedScrollToTop.set("true");
}

export function takeScrollToTop(): boolean {
  const isAsked = storedScrollToTop.get() !== null;
  storedScrollToTop.set(null);
  return isAsked;
}
