import { Star } from "lucide-react";

import type { EvSummary } from "../../vehicle/vehicle.ts";
import styles from "./rating.module.css";
import { countOfReviews } from "./reviews.ts";

/** A vehicle's average stars, one decimal, and number of reviews; 'No ratings' without any (§2). */
export function Rating({ ev }: { ev: Pick<EvSummary, "averageRating" | "reviewCount"> }) {
  if (ev.averageRating === null || ev.reviewCount === 0) return "No ratings";
  return (
    <span className={styles.rating}>
      <Star aria-hidden size={18} />
      {ev.averageRating.toFixed(1)}
      <span className={styles.count}>{countOfReviews(ev.reviewCount)}</span>
    </span>
  );
}
