import { useQuery } from "@tanstack/react-query";

import { evsQuery } from "../../features/catalogue/catalogue.client.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { CompareSection } from "../../features/compare/compare-section.tsx";

/** Compare on the home page. The comparison is the visitor's, so it is filled after hydration. */
export function ComparePart() {
  const { data, isError } = useQuery(evsQuery);
  const hydrated = useHydrated();
  return <CompareSection evs={hydrated ? data : undefined} failed={hydrated && isError} />;
}
