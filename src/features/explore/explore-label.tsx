import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { trimName } from "../catalogue/trim-name.ts";
import styles from "./explore-label.module.css";
import type { ExplorePoint, ExploreTrim } from "./explore-points.ts";

interface ExploreLabelProps {
  point: ExplorePoint;
  shown: ExploreTrim;
  /** a finger chose it: it stays and has a link of its own */
  isHeld: boolean;
}

/** The name and figures of the mark that is pointed at; the mark's own label says the same. */
export function ExploreLabel({
  point,
  shown: { ev, trim, range, price },
  isHeld,
}: ExploreLabelProps) {
  const { formatRange } = useDistance();
  const more = point.trims.length - 1;
  return (
    <div
      aria-hidden={!isHeld}
      className={styles.label}
      data-held={isHeld}
      data-side={point.left > 55 ? "left" : "right"}
      data-level={point.top > 55 ? "above" : "below"}
      style={{ left: `${point.left}%`, top: `${point.top}%` }}
    >
      <strong>
        {ev.make} {ev.model}
      </strong>
      <span className={styles.trim}>{trimName(ev, trim)}</span>
      <span className={styles.figures}>
        {formatRange(range)} · {formatPrice(price)}
      </span>
      <span className={styles.trim}>
        {ev.bodyType}
        {more > 0 && `, and ${more} more close by`}
      </span>
      {isHeld && (
        <Link
          href={evPath(ev.id, trim)}
          className={styles.open}
          onClick={(event) => event.stopPropagation()}
        >
          Open
        </Link>
      )}
    </div>
  );
}
