import { Star } from "lucide-react";

import { MAX_STARS } from "./limits.ts";
import styles from "./stars.module.css";

const EACH = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

/**
 * Stars out of five (§2 Rating stars).
 * @param value 0 to 5; a fraction fills a part of a star
 */
export function Stars({ value, size = 18 }: { value: number; size?: number }) {
  const said = Number.isInteger(value) ? String(value) : value.toFixed(1);
  return (
    <span role="img" aria-label={`${said} out of ${MAX_STARS} stars`} className={styles.stars}>
      <Row size={size} />
      <span className={styles.full} style={{ width: `${(value / MAX_STARS) * 100}%` }}>
        <Row size={size} />
      </span>
    </span>
  );
}

function Row({ size }: { size: number }) {
  return (
    <span className={styles.row}>
      {EACH.map((star) => (
        <Star key={star} aria-hidden size={size} />
      ))}
    </span>
  );
}
