import { useQuery } from "@tanstack/react-query";

import { evsQuery } from "../../features/catalogue/catalogue.queries.ts";
import { CompareSection } from "../../features/compare/compare-section.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { homeStartQuery } from "./home.queries.ts";

export function ComparePart() {
  const { data, isError } = useQuery(evsQuery);
  const served = useQuery(homeStartQuery()).data?.compared;
  const isHydrated = useHydrated();
  const evs = isHydrated ? data : undefined;
  return <CompareSection served={served} evs={evs} failed={isHydrated && isError} />;
}
