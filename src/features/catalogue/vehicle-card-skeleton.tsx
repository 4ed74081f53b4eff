import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./vehicle-card.module.css";

/** A card whose vehicle is on its way, with its size. */
export function VehicleCardSkeleton() {
  return (
    <div aria-hidden className={styles.card}>
      <div className={styles.link}>
        <div className={styles.picture} />
      </div>
      <div className={`${styles.names} ${styles.waiting}`}>
        <Skeleton width="11em" height="24px" />
        <Skeleton width="7em" height="16px" />
      </div>
      <div className={styles.figures}>
        {[0, 1, 2, 3].map((figure) => (
          <Skeleton key={figure} width="4em" height="46px" />
        ))}
      </div>
    </div>
  );
}
