import { useQuery } from "@tanstack/react-query";

import { useHydrated } from "../../ui/use-hydrated.ts";
import { evsQuery } from "./catalogue.queries.ts";

/**
 * Every model, once the list is read and the calling component has hydrated: hydration must render what
 * the document shows, even when the list came earlier.
 * @param reads whether to read the list; a list that is there is returned anyway
 */
export function useEvs(reads = true) {
  const list = useQuery({ ...evsQuery, enabled: reads });
  const isHydrated = useHydrated();
  return { evs: isHydrated ? list.data : undefined, list, isFailed: isHydrated && list.isError };
}
