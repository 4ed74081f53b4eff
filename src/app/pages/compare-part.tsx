import { useQuery } from "@tanstack/react-query";

import { evsQuery } from "../../features/catalogue/catalogue.client.ts";
import { CompareSection } from "../../features/compare/compare-section.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { homeStartQuery } from "./home-start.ts";

/** Compare on the home page: what the document's address named, then what the visitor compares. */
export function ComparePart() {
  const { data, isError } = useQuery(evsQuery);
  const served = useQuery(homeStartQuery).data?.compared;
  const hydrated = useHydrated();
  return (
    <CompareSection
      served={served}
      evs={hydrated ? data : undefined}
      failed={hydrated && isError}
    />
  );
}
