import { useQuery } from "@tanstack/react-query";

import { useHydrated } from "../../ui/use-hydrated.ts";
import { evsQuery } from "./catalogue.queries.ts";

/**
 * Every model, once they are read and what asks for them has hydrated: it has to hydrate with what the
 * document shows, though the list may have come before.
 * @param reads whether the list is asked for; one that is there is given anyway
 */
export function useEvs(reads = true) {
  const list = useQuery({ ...evsQuery, enabled: reads });
  const isHydrated = useHydrated();
  return { evs: isHydrated ? list.data : undefined, list, isFailed: isHydrated && list.isError };
}
