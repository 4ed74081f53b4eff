import { Button } from "../../ui/button.tsx";
import { formatCount } from "../../vehicle/counts.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { MORE_REVIEWS } from "./limits.ts";
import { ReviewItem } from "./review-item.tsx";
import styles from "./review-list.module.css";
import { countOfReviews, type Review } from "./reviews.ts";

interface ReviewListProps {
  ev: Ev;
  reviews: readonly Review[];
  /** how many there are, shown or not */
  total: number;
  /** further ones are on their way */
  loadingMore: boolean;
  onMore: () => void;
}

/** The reviews shown so far, and the way to more. */
export function ReviewList({ ev, reviews, total, loadingMore, onMore }: ReviewListProps) {
  const left = total - reviews.length;
  return (
    <>
      <ol role="list" aria-label="Reviews" className={styles.list}>
        {reviews.map((review) => (
          <ReviewItem key={review.id} ev={ev} review={review} />
        ))}
      </ol>
      <div className={styles.foot}>
        <p role="status">
          {left > 0
            ? `Showing ${formatCount(reviews.length)} of ${countOfReviews(total)}`
            : countOfReviews(total)}
        </p>
        {left > 0 && (
          <Button pending={loadingMore} onClick={onMore}>
            {loadingMore ? "Loading..." : `Show ${Math.min(left, MORE_REVIEWS)} more`}
          </Button>
        )}
      </div>
    </>
  );
}
