import { useQuery } from "@tanstack/react-query";

import { useHydrated } from "../../ui/use-hydrated.ts";
import { evsQuery } from "./catalogue.queries.ts";

/**
 * Returns every model once the list has been read and the calling component has hydrated: hydration must
 * render what the document shows, even if the list arrived earlier.
 * @param reads whether to read the list; a list already in memory is returned anyway
 */
export function useEvs(reads = true) {
  const list = useQuery({ ...evsQuery, enabled: reads });
  const isHydrated = useHydrated();
  return { evs: isHydrated ? list.data : undefined, list, isFailed: isHydrated && list.isError };
}
