import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";

import type { Facet } from "../../features/filters/facets.ts";
import { FiltersProvider } from "../../features/filters/use-filters.tsx";
import { lazyPart } from "../../ui/lazy.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DiscoverSection } from "./discover-section.tsx";
import styles from "./discover-section.module.css";
import { wholeCatalogue } from "../whole-catalogue.ts";
import { useHomeData } from "./home-data.ts";

const Explore = lazyPart(
  async () => (await import("./explore-part.tsx")).ExplorePart,
  <Skeleton height="480px" />,
);

/** Two sections that share the filters. */
export function DiscoverPart() {
  const { facets } = useHomeData();
  const client = useQueryClient();
  const wholeList = useCallback(() => wholeCatalogue(client), [client]);
  const names = useNames(facets.makes);
  return (
    <FiltersProvider makes={names}>
      <div className={styles.parts}>
        <DiscoverSection />
        <Explore prepare={wholeList} />
      </div>
    </FiltersProvider>
  );
}

/** The same array as long as the names are the same. */
function useNames(facets: readonly Facet[]): readonly string[] {
  const key = JSON.stringify(facets.map(({ name }) => name));
  // Written one line above.
  return useMemo(() => JSON.parse(key) as readonly string[], [key]);
}
