import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import { Flag, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";

import { errorMessage, toastMessage } from "../../ui/calls/answers.ts";
import { Button } from "../../ui/button.tsx";
import fields from "../../ui/fields.module.css";
import { useHydrated } from "../../ui/hydration.ts";
import { toast, toastFailure } from "../../ui/toast.ts";
import { formatCount } from "../../domain/format.ts";
import { trimName } from "../../domain/trims.ts";
import type { Ev } from "../../domain/vehicle.ts";
import styles from "./review-list.module.css";
import { readDraft } from "./review-draft.ts";
import { ReviewFields } from "./review-form.tsx";
import {
  deleteReview,
  editReview,
  flagReview,
  MORE_REVIEWS,
  myReviewsQuery,
  refreshReviews,
} from "./reviews.queries.ts";
import type { Review } from "./reviews.schema.ts";
import {
  countOfReviews,
  draftIssues,
  formatReviewDay,
  REVIEW_FIELDS,
  type ReviewDraft,
} from "./reviews.ts";
import { Stars } from "./stars.tsx";

/** Shows how many reviews are visible and a button for more. */
export function ReviewsFoot(props: {
  query: UseInfiniteQueryResult;
  shown: number;
  total: number;
}) {
  const { query, shown, total } = props;
  const { isFetchingNextPage, isFetchNextPageError, error } = query;
  const next = Math.min(total - shown, MORE_REVIEWS);
  return (
    <div className={styles.foot}>
      <p role="status">{`Showing ${formatCount(shown)} of ${countOfReviews(total)}`}</p>
      <Button pending={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {isFetchingNextPage ? "Loading..." : `Show ${next} more`}
      </Button>
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

/** Plain text exactly as typed, in its own script's direction (reviews.md#what-a-review-is). */
export function ReviewWords(props: {
  review: Pick<Review, "userName" | "rating" | "createdAt" | "comment" | "edited">;
  about: ReactNode;
}) {
  const { review, about } = props;
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
      className={styles.quiet}
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

interface OwnReviewProps {
  evId: number;
  review: Review;
}

/** Buttons that the writer of a review sees (reviews.md#own-reviews). */
function OwnReviewActions({ evId, review, onEdit }: OwnReviewProps & { onEdit: () => void }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteReview(review.id),
    onSuccess: async () => {
      toast({ description: "Your review was deleted." });
      await refreshReviews(client, evId);
    },
    onError: toastFailure,
  });
  useEffect(() => {
    if (isAsking) keep.current?.focus();
  }, [isAsking]);

  if (isAsking) {
    return (
      <div role="group" aria-label="Delete your review?" className={styles.actions}>
        <p className="note">Delete your review?</p>
        <Button size="s" pending={isPending} onClick={() => mutate()}>
          Delete
        </Button>
        <Button
          ref={keep}
          size="s"
          variant="quiet"
          onClick={() => {
            setAsking(false);
            requestAnimationFrame(() => remove.current?.focus());
          }}
        >
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      <Button variant="quiet" size="s" className={styles.quiet} onClick={onEdit}>
        <Pencil aria-hidden size={16} />
        Edit<span className="visually-hidden"> your review</span>
      </Button>
      <Button
        ref={remove}
        variant="quiet"
        size="s"
        className={styles.quiet}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden size={16} />
        Delete<span className="visually-hidden"> your review</span>
      </Button>
    </div>
  );
}

/** Replaces a review while it is edited. Input stays when the server refuses it. */
function ReviewEditForm({ evId, review, onDone }: OwnReviewProps & { onDone: () => void }) {
  const client = useQueryClient();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [issues, setIssues] = useState<ReturnType<typeof draftIssues>>({});
  const { mutate, isPending, error } = useMutation({
    mutationFn: (words: ReviewDraft) => editReview(review.id, words),
    onSuccess: async () => {
      toast({ description: "Your review was changed." });
      await refreshReviews(client, evId);
      onDone();
    },
  });
  useEffect(() => form.current?.querySelector("textarea")?.focus(), []);
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={`${id}title`}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const words = readDraft(event.currentTarget);
        const wrong = draftIssues(words);
        setIssues(wrong);
        const first = REVIEW_FIELDS.find((field) => wrong[field]);
        if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
        else mutate(words);
      }}
    >
      <h3 id={`${id}title`} className={styles.title}>
        Edit your review
      </h3>
      <ReviewFields initial={review} issues={issues} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" pending={isPending}>
          {isPending ? "Saving..." : "Save"}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
      <p role="status" className={fields.issue}>
        {error && toastMessage(error)}
      </p>
    </form>
  );
}
