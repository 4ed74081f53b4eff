import { clsx } from "clsx";

import { LoadingWords, Skeleton, SkeletonLine } from "../../ui/notice.tsx";
import { HomeSection, SectionWords } from "../sections/sections.tsx";
import { TOP_COUNT } from "./limits.ts";
import vehicle from "./ranked-vehicle.module.css";
import styles from "./ranking-section.module.css";

/** Shown until the section's code is loaded. */
export function RankingSkeleton() {
  return (
    <HomeSection id="ranking-section">
      <header className={styles.header}>
        <SectionWords of="ranking-section" title="Rankings">
          <LoadingWords text="Loading EVs..." />
        </SectionWords>
        <Skeleton height="48px" />
      </header>
      <div className={styles.switch}>
        <Skeleton width="17em" height="44px" />
      </div>
      <LeadersSkeleton />
    </HomeSection>
  );
}

/** Has the shape of five leaders without votes, and of the toggle. */
export function LeadersSkeleton() {
  return (
    <>
      <div aria-hidden className={styles.frame}>
        <div className={clsx(styles.leaders, styles.equals)}>
          {Array.from({ length: TOP_COUNT }, (_, at) => (
            <div key={at} className={styles.leader}>
              <VehicleSkeleton />
            </div>
          ))}
        </div>
      </div>
      <div aria-hidden className={styles.remaining}>
        <span className={styles.toggle}>
          <Skeleton width="16em" height="48px" />
        </span>
      </div>
    </>
  );
}

/** Has the shape of one page of the remaining vehicles. */
export function RemainingSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden className={styles.rows}>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={styles.row}>
          <VehicleSkeleton />
        </div>
      ))}
    </div>
  );
}

function VehicleSkeleton() {
  return (
    <article className={vehicle.vehicle}>
      <div className={vehicle.picture} />
      <div className={vehicle.words}>
        <span className={vehicle.name}>
          <SkeletonLine width="70%" />
        </span>
        <span className={vehicle.figures}>
          <SkeletonLine width="12ch" />
        </span>
      </div>
      <div className={vehicle.foot}>
        <span className={vehicle.reviews}>
          <SkeletonLine width="10ch" />
        </span>
        <span className={vehicle.voting}>
          <Skeleton width="112px" height="48px" />
        </span>
      </div>
    </article>
  );
}
