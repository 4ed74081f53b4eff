/** The way back to the ranking: place and page when a vehicle was followed (§3, §4). */
import { SCROLL_TO_TOP_KEY } from "../catalogue/detail-scroll.ts";
import { RESTORE_SCROLL_MS } from "../catalogue/limits.ts";
import { forgetScroll, parseMainScroll, readScroll } from "../catalogue/scroll-restore.ts";
import { repeatUntilVisitorActs } from "../catalogue/visitor-input.ts";

/** Session storage (§3). */
const RANKING_SCROLL_KEY = "ev_scroll_position_ranking";
const FROM_REMAINING_KEY = "ev_from_remaining_section";
const REMAINING_PAGE_KEY = "ev_remaining_page";
/** §3 has no place for the text of the search, without which the page is another. */
const SEARCH_KEY = "ev_ranking_search";

export interface RankingPlace {
  /** whether a vehicle of the remaining list was followed */
  fromRemaining: boolean;
  /** zero-based */
  page: number;
  search: string;
}

/** Keeps where the visitor is. */
export function saveRankingPlace({ fromRemaining, page, search }: RankingPlace): void {
  try {
    // The list's own place is older now; only one of the two can be returned to.
    forgetScroll();
    const position = {
      scrollY: window.scrollY,
      timestamp: Date.now(),
      viewportHeight: window.innerHeight,
      documentHeight: document.documentElement.scrollHeight,
    };
    sessionStorage.setItem(RANKING_SCROLL_KEY, JSON.stringify(position));
    sessionStorage.setItem(FROM_REMAINING_KEY, String(fromRemaining));
    sessionStorage.setItem(REMAINING_PAGE_KEY, String(page));
    sessionStorage.setItem(SEARCH_KEY, search);
  } catch {
    // §8: storage failures are ignored; the way back then starts at the top.
  }
}

/** Asks the detail page to start at its top (§2). */
export function askForTop(): void {
  try {
    sessionStorage.setItem(SCROLL_TO_TOP_KEY, "true");
  } catch {
    // §8
  }
}

/** What `saveRankingPlace` kept; null when it is too old, or the visitor left from the list later. */
export function readRankingPlace(): (RankingPlace & { scrollY: number }) | null {
  try {
    const kept = parseMainScroll(sessionStorage.getItem(RANKING_SCROLL_KEY), Date.now());
    const main = readScroll()?.main;
    if (!kept || (main && main.timestamp > kept.timestamp)) return null;
    const page = Number(sessionStorage.getItem(REMAINING_PAGE_KEY));
    return {
      scrollY: kept.scrollY,
      fromRemaining: sessionStorage.getItem(FROM_REMAINING_KEY) === "true",
      page: Number.isSafeInteger(page) && page >= 0 ? page : 0,
      search: sessionStorage.getItem(SEARCH_KEY) ?? "",
    };
  } catch {
    return null; // §8
  }
}

/** A place is good for one return. */
export function forgetRankingPlace(): void {
  try {
    for (const key of [RANKING_SCROLL_KEY, FROM_REMAINING_KEY, REMAINING_PAGE_KEY, SEARCH_KEY]) {
      sessionStorage.removeItem(key);
    }
  } catch {
    // §8
  }
}

/**
 * Puts the page back, again at several delays, until it stands there twice in a row or the visitor
 * scrolls.
 * @param isComplete whether everything above the place is there
 * @returns cancels it; the place is then still kept
 */
export function restoreRankingScroll(scrollY: number, isComplete: () => boolean): () => void {
  let placedBefore = false;
  const attempt = () => {
    window.scrollTo({ top: scrollY, behavior: "instant" });
    const placed = isComplete() && Math.abs(window.scrollY - scrollY) < 2;
    const done = placed && placedBefore;
    placedBefore = placed;
    return done;
  };
  return repeatUntilVisitorActs(RESTORE_SCROLL_MS, attempt, forgetRankingPlace);
}
