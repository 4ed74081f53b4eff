/** Where a visitor left the ranking. */
import { forgetScroll, keepPlace, parseMainScroll, readScroll } from "../catalogue/kept-scroll.ts";
import { sessionText } from "../../ui/stored-value.ts";
import { RANKING_SCROLL_KEY } from "./limits.ts";

const storedScroll = sessionText(RANKING_SCROLL_KEY);
const storedFromRemaining = sessionText("ev_from_remaining_section"); // §3
const storedPage = sessionText("ev_remaining_page"); // §3
/** §3 has no key for it, though the page depends on it. */
const storedSearch = sessionText("ev_ranking_search");

export interface RankingPlace {
  fromRemaining: boolean;
  /** zero-based */
  page: number;
  search: string;
}

export function saveRankingPlace({ fromRemaining, page, search }: RankingPlace): void {
  // Only the latest place can be returned to.
  forgetScroll();
  storedScroll.set(JSON.stringify(keepPlace()));
  storedFromRemaining.set(String(fromRemaining));
  storedPage.set(String(page));
  storedSearch.set(search);
}

/** null when it is too old, or the visitor left from the list later */
export function readRankingPlace(): (RankingPlace & { scrollY: number }) | null {
  const position = parseMainScroll(storedScroll.get(), Date.now());
  const main = readScroll()?.main;
  if (!position || (main && main.timestamp > position.timestamp)) return null;
  const page = Number(storedPage.get());
  return {
    scrollY: position.scrollY,
    fromRemaining: storedFromRemaining.get() === "true",
    page: Number.isSafeInteger(page) && page >= 0 ? page : 0,
    search: storedSearch.get() ?? "",
  };
}

export function forgetRankingPlace(): void {
  for (const stored of [storedScroll, storedFromRemaining, storedPage, storedSearch]) {
    stored.set(null);
  }
}
