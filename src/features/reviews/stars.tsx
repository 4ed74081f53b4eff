import { Star } from "lucide-react";

import { countOf } from "../../domain/format.ts";
import type { EvSummary } from "../../domain/vehicle.ts";
import { MAX_STARS } from "./reviews.ts";
import styles from "./stars.module.css";

const EACH = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

/** reviews.md#stars. @param value 0 to 5; a fraction fills part of a star */
export function Stars({ value, size = 18 }: { value: number; size?: number }) {
  const rating = Number.isInteger(value) ? String(value) : value.toFixed(1);
  return (
    <span role="img" aria-label={`${rating} out of ${MAX_STARS} stars`} className={styles.stars}>
      <FilledRow value={value} size={size} />
    </span>
  );
}

function FilledRow({ value, size }: { value: number; size: number }) {
  const row = (
    <span className={styles.row}>
      {EACH.map((star) => (
        <Star key={star} aria-hidden size={size} />
      ))}
    </span>
  );
  return (
    <>
      {row}
      <span className={styles.full} style={{ width: `${(value / MAX_STARS) * 100}%` }}>
        {row}
      </span>
    </>
  );
}

export function AverageStars({ ev }: { ev: Pick<EvSummary, "averageRating"> }) {
  if (ev.averageRating === null) return <span className="faint">No ratings</span>;
  const figure = ev.averageRating.toFixed(1);
  return (
    <span className={styles.average}>
      <span className="visually-hidden">
        Rated {figure} of {MAX_STARS}
      </span>
      <span aria-hidden className={styles.stars}>
        <FilledRow value={ev.averageRating} size={16} />
      </span>
      <span aria-hidden className={styles.figure}>
        {figure}
      </span>
    </span>
  );
}

export function Rating({ ev }: { ev: Pick<EvSummary, "averageRating" | "reviewCount"> }) {
  if (ev.averageRating === null || ev.reviewCount === 0) return "No ratings";
  return (
    <span className={styles.rating}>
      <Star aria-hidden size={18} />
      {ev.averageRating.toFixed(1)}
      <span className={styles.count}>{countOf(ev.reviewCount, "review")}</span>
    </span>
  );
}
