/** The page's parts, which hydrate one after another. */
import { VehicleListSkeleton } from "../../features/catalogue/vehicle-list-skeleton.tsx";
import { MAX_COMPARED } from "../../features/compare/limits.ts";
import { RankingSkeleton } from "../../features/ranking/ranking-skeleton.tsx";
import { HomeSection, SectionWords } from "../../features/sections/sections.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton, SkeletonLine } from "../../ui/notice.tsx";
import compare from "./compare-section.module.css";
import firstCars from "./first-cars.module.css";
import styles from "./page.module.css";

export const loadParts = () => import("./all-parts.ts");

export const Search = lazyPart(
  async () => (await loadParts()).SearchPart,
  <>
    <div className={firstCars.stage}>
      <div className={firstCars.cars} />
      <div className={firstCars.caption} />
    </div>
    <div className={styles.search}>
      <Skeleton width="100%" height="56px" />
    </div>
    <div className={styles.ways}>
      <Skeleton width="305px" height="44px" />
    </div>
  </>,
);
export const Ranking = lazyPart(async () => (await loadParts()).RankingPart, <RankingSkeleton />);
export const Discover = lazyPart(
  async () => (await loadParts()).DiscoverPart,
  <HomeSection id="database">
    <SectionWords of="database" title="Discover">
      <SkeletonLine width="18em" />
    </SectionWords>
    <Skeleton height="132px" />
    <VehicleListSkeleton />
  </HomeSection>,
);
export const Compare = lazyPart(
  async () => (await loadParts()).CompareSection,
  <HomeSection id="compare">
    <SectionWords of="compare" title="Compare">
      <SkeletonLine width="18em" />
    </SectionWords>
    <div className={compare.slots}>
      {Array.from({ length: MAX_COMPARED }, (_, at) => (
        <div key={at} className={compare.empty} />
      ))}
    </div>
  </HomeSection>,
);
export const Savings = lazyPart(
  async () => (await loadParts()).SavingsPart,
  <HomeSection id="saving">
    <SectionWords of="saving" title="Savings">
      <SkeletonLine width="24em" />
    </SectionWords>
    <Skeleton height="560px" />
  </HomeSection>,
);
