import { Star } from "lucide-react";

import type { EvSummary } from "../../vehicle/vehicle.ts";
import styles from "./stars.module.css";

const STARS = [1, 2, 3, 4, 5]; // §5

/** The average rating as five stars with its figure, or `No ratings` (§2). */
export function AverageStars({ ev }: { ev: Pick<EvSummary, "averageRating"> }) {
  if (ev.averageRating === null) return <span className={styles.none}>No ratings</span>;
  const figure = ev.averageRating.toFixed(1);
  const row = STARS.map((star) => <Star key={star} size={16} />);
  return (
    <span className={styles.rating}>
      <span className="visually-hidden">Rated {figure} of 5</span>
      <span aria-hidden className={styles.stars}>
        {row}
        <span className={styles.filled} style={{ width: `${ev.averageRating * 20}%` }}>
          {row}
        </span>
      </span>
      <span aria-hidden className={styles.figure}>
        {figure}
      </span>
    </span>
  );
}
