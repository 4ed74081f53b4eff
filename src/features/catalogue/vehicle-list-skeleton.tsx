import { clsx } from "clsx";

import { LoadingWords, Skeleton, SkeletonLine } from "../../ui/notice.tsx";
import card from "./vehicle-card.module.css";
import styles from "./vehicle-list.module.css";

const CARDS = Array.from({ length: 8 }, (_, at) => at);

/** Takes the space of a list that fills its window. */
export function VehicleListSkeleton() {
  return (
    <div className={styles.list}>
      <p className={styles.loading}>
        <LoadingWords text="Loading EVs..." />
      </p>
      <div aria-hidden className={clsx(styles.region, styles.still)}>
        {CARDS.map((at) => (
          <div key={at} className={styles.row}>
            <VehicleCardSkeleton />
          </div>
        ))}
      </div>
      <div aria-hidden className={styles.foot} />
    </div>
  );
}

export function VehicleCardSkeleton() {
  return (
    <div aria-hidden className={card.card}>
      <div className={card.link}>
        <div className={card.picture} />
      </div>
      <div className={card.names}>
        <span className={card.name}>
          <SkeletonLine width="9em" />
        </span>
        <span className={card.trim}>
          <SkeletonLine width="7em" />
        </span>
      </div>
      <div className={card.figures}>
        {[0, 1, 2, 3].map((figure) => (
          <Skeleton key={figure} width="4em" height="46px" />
        ))}
      </div>
    </div>
  );
}
