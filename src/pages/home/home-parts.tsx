/** The page's parts, which hydrate one after the other. */
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loading, Skeleton } from "../../ui/notice.tsx";

export const Search = lazyPart(
  async () => (await import("./search-part.tsx")).SearchPart,
  <>
    <Skeleton height="56px" />
    <Skeleton width="305px" height="44px" />
  </>,
);
export const loadRanking = () => import("../../features/ranking/ranking-section.tsx");
export const Ranking = lazyPart(
  async () => (await loadRanking()).RankingSection,
  <Loading text="Loading EVs...">
    <Skeleton height="60vh" />
  </Loading>,
);
export const Discover = lazyPart(
  async () => (await import("./discover-section.tsx")).DiscoverPart,
  <Loading text="Loading EVs...">
    <Skeleton height="90vh" />
  </Loading>,
);
export const Compare = lazyPart(
  async () => (await import("./compare-section.tsx")).CompareSection,
  <Skeleton height="360px" />,
);
export const Savings = lazyPart(
  async () => (await import("./savings-part.tsx")).SavingsPart,
  <Skeleton height="480px" />,
);
