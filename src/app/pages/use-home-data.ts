import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { evsQuery } from "../../features/catalogue/catalogue.client.ts";
import { useHydrated } from "../../features/catalogue/hydrated.ts";
import { countFacets, NO_FACETS } from "../../features/filters/facets.ts";
import { homeStartQuery } from "./home-start.ts";

/** What the document brought, and every model as soon as the call has answered. */
export function useHomeData() {
  const start = useQuery(homeStartQuery).data;
  const list = useQuery(evsQuery);
  // The answer may be there before a part of the page is taken over from the document.
  const hydrated = useHydrated();
  const evs = hydrated ? list.data : undefined;
  return useMemo(() => {
    const totals = evs
      ? { models: evs.length, trims: evs.reduce((sum, ev) => sum + ev.trims.length, 0) }
      : start?.totals;
    const facets = evs ? countFacets(evs) : (start?.facets ?? NO_FACETS);
    return { start, evs, totals, facets, list };
  }, [start, evs, list]);
}
