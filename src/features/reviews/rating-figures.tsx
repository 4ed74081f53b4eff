import { Star } from "lucide-react";

import bar from "../../ui/bar.module.css";
import styles from "./rating-figures.module.css";
import type { ReviewsAnswer } from "./reviews.schema.ts";
import { countOfReviews, type StarCounts } from "./reviews.ts";
import { Stars } from "./stars.tsx";
import { formatCount } from "../../domain/format.ts";

type Figures = Pick<ReviewsAnswer, "total" | "averageRating" | "histogram">;

export function RatingFigures({ figures }: { figures: Figures }) {
  const { total, averageRating, histogram } = figures;
  return (
    <div className={styles.figures}>
      <p className={styles.average}>
        <span className={styles.value}>{averageRating?.toFixed(1)}</span>
        <Stars value={averageRating ?? 0} />
        <span className="note">{countOfReviews(total)}</span>
      </p>
      <Histogram counts={histogram} total={total} />
    </div>
  );
}

function Histogram({ counts, total }: { counts: StarCounts; total: number }) {
  return (
    <ul role="list" aria-label="Reviews by stars" className={styles.bars}>
      {counts
        .map((count, index) => ({ stars: index + 1, count }))
        .toReversed()
        .map(({ stars, count }) => (
          <li key={stars} className={styles.bar}>
            <span className={styles.stars}>
              {stars}
              <Star aria-hidden size={14} />
              <span className="visually-hidden">{stars === 1 ? " star:" : " stars:"}</span>
            </span>
            <span aria-hidden className={bar.track}>
              <span
                className={`${bar.fill} ${styles.fill}`}
                style={{ width: `${(count / total) * 100}%` }}
              />
            </span>
            <span className={styles.number}>{formatCount(count)}</span>
          </li>
        ))}
    </ul>
  );
}
