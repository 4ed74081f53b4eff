/** Scrolls a vehicle's page to its top on arrival (one-car.md#scroll-to-the-top). */
import { useEffect, useState } from "react";

import { sessionText } from "../session-value.ts";
import { useIsServed } from "../hydration.ts";
import { isFirstVisit, repeatUntilVisitorActs } from "./visitor-input.ts";

/** one-car.md#scroll-to-the-top: times after arrival. */
const DETAIL_TOP_SCROLL_MS = [0, 100, 300, 600, 900, 1_200] as const;
/** Repeated once pictures and fonts have loaded. */
const DETAIL_REVIEWS_SCROLL_MS = [0, 300] as const;

/** limits-and-texts.md#storage-keys */
const storedTopRequest = sessionText("ev_scroll_to_top");

export function requestTop(): void {
  storedTopRequest.set("true");
}

function takeTopRequest(): boolean {
  const isAsked = storedTopRequest.get() !== null;
  storedTopRequest.set(null);
  return isAsked;
}

/** Fragment and id (one-car.md#address-and-trim). */
export const REVIEWS_ID = "reviews";

/** After a reload or Back, the browser restores the old position. */
const hasScrolledBeforeHydration = () => isFirstVisit() && !location.hash && window.scrollY > 0;

/**
 * Scrolls to `#reviews`, otherwise to the top, until the visitor does something (one-car.md#scroll-to-the-top).
 * @param ready whether the vehicle has rendered @returns whether to show the notice 'Scrolling to top'
 */
export function useForcedTop(ready: boolean): boolean {
  const [scrolling, setScrolling] = useState(false);
  const isServed = useIsServed();

  useEffect(() => {
    if (location.hash === `#${REVIEWS_ID}`) return;
    const topRequest = takeTopRequest();
    if (isServed && !topRequest && hasScrolledBeforeHydration()) return;
    setScrolling(true);
    const toTop = () => {
      window.scrollTo({ top: 0, behavior: "instant" });
      return false;
    };
    return repeatUntilVisitorActs(DETAIL_TOP_SCROLL_MS, toTop, () => setScrolling(false));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it scrolls once per visit: choosing a trim must not
  }, []);

  useEffect(() => {
    if (!ready || location.hash !== `#${REVIEWS_ID}`) return;
    const toReviews = () => {
      document.getElementById(REVIEWS_ID)?.scrollIntoView({ behavior: "instant" });
      return false;
    };
    return repeatUntilVisitorActs(DETAIL_REVIEWS_SCROLL_MS, toReviews);
  }, [ready]);

  return scrolling;
}
