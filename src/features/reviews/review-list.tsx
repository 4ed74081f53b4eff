import { useMutation, useQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { Flag } from "lucide-react";
import { type ReactNode, useState } from "react";

import { errorMessage } from "../../ui/calls/answers.ts";
import { Button } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/hydration.ts";
import { toast, toastFailure } from "../../ui/toast.ts";
import { formatCount } from "../../domain/format.ts";
import { trimName } from "../../domain/trims.ts";
import type { Ev } from "../../domain/vehicle.ts";
import styles from "./review-list.module.css";
import { OwnReviewActions, ReviewEditForm } from "./own-review.tsx";
import { flagReview, myReviewsQuery } from "./reviews.queries.ts";
import type { Review } from "./reviews.schema.ts";
import { countOfReviews, formatReviewDay } from "./reviews.ts";
import { Stars } from "./stars.tsx";

interface ReviewsFootProps {
  query: UseInfiniteQueryResult;
  shown: number;
  total: number;
  /** maximum number of reviews to load next */
  most: number;
}

/** Shows how many reviews are visible and a button for more. */
export function ReviewsFoot({ query, shown, total, most }: ReviewsFootProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = query;
  const count = countOfReviews(total);
  return (
    <div className={styles.foot}>
      <p role="status">{hasNextPage ? `Showing ${formatCount(shown)} of ${count}` : count}</p>
      {hasNextPage && (
        <Button pending={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {isFetchingNextPage ? "Loading..." : `Show ${Math.min(total - shown, most)} more`}
        </Button>
      )}
      {isFetchNextPageError && <p role="alert">{errorMessage(error)}</p>}
    </div>
  );
}

export function ReviewList({ ev, reviews }: { ev: Ev; reviews: readonly Review[] }) {
  // Depends on the visitor, so it is not part of the served page.
  const isHydrated = useHydrated();
  const { data: mine = [] } = useQuery({ ...myReviewsQuery, enabled: isHydrated });
  return (
    <ol role="list" aria-label="Reviews">
      {reviews.map((review) => (
        <ReviewItem key={review.id} ev={ev} review={review} isMine={mine.includes(review.id)} />
      ))}
    </ol>
  );
}

export function reviewElementId(id: number): string {
  return `review-${id}`;
}

interface ReviewWordsProps {
  review: Pick<Review, "userName" | "rating" | "createdAt" | "comment" | "edited">;
  about: ReactNode;
}

/** Plain text exactly as typed, in its own script's direction (reviews.md#what-a-review-is). */
export function ReviewWords({ review, about }: ReviewWordsProps) {
  const isHere = useHydrated();
  return (
    <>
      <div className={styles.head}>
        <p className={styles.who}>
          <bdi translate="no">{review.userName}</bdi>
        </p>
        <Stars value={review.rating} size={16} />
      </div>
      <p className={styles.about}>
        {/* Shows the visitor's local day, or the UTC day until hydrated. */}
        <time dateTime={review.createdAt}>{formatReviewDay(review.createdAt, isHere)}</time>
        {about && <span translate="no">{about}</span>}
        {review.edited && <span>edited</span>}
      </p>
      <p dir="auto" className={styles.comment}>
        {review.comment}
      </p>
    </>
  );
}

function ReviewItem({ ev, review, isMine }: { ev: Ev; review: Review; isMine: boolean }) {
  const [isEditing, setEditing] = useState(false);
  const trim = review.trimId === undefined ? undefined : ev.trims[review.trimId];
  const elementId = reviewElementId(review.id);
  const stopEditing = () => {
    document.getElementById(elementId)?.focus();
    setEditing(false);
  };
  return (
    <li id={elementId} tabIndex={-1} className={styles.review}>
      {isEditing ? (
        <ReviewEditForm evId={ev.id} review={review} onDone={stopEditing} />
      ) : (
        <>
          <ReviewWords review={review} about={trim && trimName(ev, trim)} />
          {isMine ? (
            <OwnReviewActions evId={ev.id} review={review} onEdit={() => setEditing(true)} />
          ) : (
            <FlagButton review={review} />
          )}
        </>
      )}
    </li>
  );
}

function FlagButton({ review }: { review: Review }) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => flagReview(review.id),
    onSuccess: () =>
      toast({ description: "Thank you. An administrator will look at this review." }),
    onError: toastFailure,
  });
  return (
    <Button
      variant="quiet"
      size="s"
      className={styles.flag}
      pending={isPending}
      done={isSuccess}
      onClick={() => mutate()}
    >
      <Flag aria-hidden size={16} />
      {isSuccess ? "Flagged" : "Flag"}
      <span className="visually-hidden"> review by {review.userName}</span>
    </Button>
  );
}
