import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { MessageSquareText, PenLine } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { Button } from "../../ui/button.tsx";
import { EmptyState, Loading, QueryError, Skeleton } from "../../ui/notice.tsx";
import { useHydrated } from "../../ui/hydration.ts";
import { Pill } from "../../ui/pill.tsx";
import { useProgress } from "../../ui/progress.ts";
import { trimName } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { RatingFigures } from "./rating-figures.tsx";
import { storedDraft } from "./review-draft.ts";
import { ReviewForm } from "./review-form.tsx";
import { reviewElementId, ReviewList, ReviewsFoot } from "./review-list.tsx";
import { refreshReviews, reviewsQuery } from "./reviews.queries.ts";
import type { Review } from "./reviews.schema.ts";
import { REVIEW_SORTS, type ReviewSort } from "./reviews.ts";
import styles from "./reviews-panel.module.css";

const SORT_LABELS: Readonly<Record<ReviewSort, string>> = {
  newest: "Newest first",
  highest: "Highest rating",
  lowest: "Lowest rating",
};

/** Reviews of a model or one of its trims, and the form for a new one (reviews.md#review-list). */
export function ReviewsPanel({ ev, trim }: { ev: Ev; trim: Trim }) {
  const client = useQueryClient();
  const [ofTrim, setOfTrim] = useState(false);
  const [sort, setSort] = useState<ReviewSort>("newest");
  const query = useInfiniteQuery(reviewsQuery(ev.id, ofTrim ? trim.index : null, sort));
  const moveTo = useMoveToReview(query.data);
  const form = useRef<HTMLDivElement>(null);
  const [isWriting, setWriting] = useState(false);
  const onWrite = () => {
    flushSync(() => setWriting(true));
    form.current?.querySelector<HTMLElement>("input")?.focus();
  };
  useProgress(query.isPlaceholderData);

  const isHydrated = useHydrated();
  const [restoredId, setRestoredId] = useState(0);
  if (isHydrated && restoredId !== ev.id) {
    setRestoredId(ev.id);
    const { userName, comment } = storedDraft(ev.id).get();
    if (userName || comment) setWriting(true);
  }

  const onPosted = async (review: Review, isDone: boolean) => {
    if (isDone) setWriting(false);
    // With another sort or trim, the new review might not be visible.
    setSort("newest");
    if (review.trimId !== trim.index) setOfTrim(false);
    await refreshReviews(client, ev.id);
    moveTo(review.id);
  };

  const figures = query.data?.pages.at(-1);
  // A review added in the meantime shifts the next page by one.
  const reviews = uniqueReviews(query.data?.pages.flatMap((page) => page.reviews) ?? []);
  const hasReviews = figures !== undefined && figures.total > 0;
  const write = !isWriting && (
    <Button onClick={onWrite}>
      <PenLine aria-hidden size={18} />
      Write a review
    </Button>
  );
  return (
    <div className={clsx(styles.panel, hasReviews && styles.beside)}>
      {hasReviews && (
        <div className={styles.figures}>
          <RatingFigures figures={figures} />
          {write}
        </div>
      )}
      <div className={styles.main} aria-busy={query.isPlaceholderData || undefined}>
        <ReviewChoices
          ev={ev}
          trim={trim}
          total={figures?.total ?? 0}
          ofTrim={ofTrim}
          onOfTrim={setOfTrim}
          sort={sort}
          onSort={setSort}
        />
        {figures ? (
          hasReviews ? (
            <>
              <ReviewList ev={ev} reviews={reviews} />
              {query.hasNextPage && (
                <ReviewsFoot query={query} shown={reviews.length} total={figures.total} />
              )}
            </>
          ) : (
            (!isWriting || ofTrim) && (
              <EmptyState
                icon={<MessageSquareText />}
                title={ofTrim ? "No reviews of this trim yet" : "No reviews yet"}
                text="Be the first to say how it drives."
                action={write}
              />
            )
          )
        ) : query.isError ? (
          <>
            <QueryError title="The reviews could not be loaded." query={query} />
            {write}
          </>
        ) : (
          <Loading text="Loading reviews...">
            <Skeleton height="120px" />
          </Loading>
        )}
      </div>
      {isWriting && (
        <div ref={form} className={styles.form}>
          <ReviewForm
            key={ev.id}
            ev={ev}
            trim={trim}
            onPosted={onPosted}
            onUnclear={() => void refreshReviews(client, ev.id)}
          />
        </div>
      )}
    </div>
  );
}

function uniqueReviews(reviews: readonly Review[]): Review[] {
  return [...new Map(reviews.map((review) => [review.id, review])).values()];
}

/** @returns a function that moves the focus to a review once it is rendered */
function useMoveToReview(shown: unknown): (id: number) => void {
  const wanted = useRef<number>(undefined);
  const move = () => {
    if (wanted.current === undefined) return;
    const element = document.getElementById(reviewElementId(wanted.current));
    if (!element) return;
    wanted.current = undefined;
    element.focus();
  };
  useEffect(move, [shown]);
  return (id) => {
    wanted.current = id;
    move();
  };
}

function ReviewChoices(props: {
  ev: Ev;
  trim: Trim;
  /** number of reviews that match */
  total: number;
  ofTrim: boolean;
  onOfTrim: (ofTrim: boolean) => void;
  sort: ReviewSort;
  onSort: (sort: ReviewSort) => void;
}) {
  const { ev, trim, total, ofTrim, onOfTrim, sort, onSort } = props;
  const id = useId();
  if (total === 0 && !ofTrim) return null;
  return (
    <div className={styles.choices}>
      {ev.trims.length > 1 && (
        <div role="group" aria-label="Reviews of" className="row">
          <Pill pressed={!ofTrim} onClick={() => onOfTrim(false)}>
            All trims
          </Pill>
          <Pill pressed={ofTrim} className={styles.trim} onClick={() => onOfTrim(true)}>
            <span translate="no">{trimName(ev, trim)}</span>
          </Pill>
        </div>
      )}
      {total > 1 && (
        <label htmlFor={id} className={`line note ${styles.sort}`}>
          Sort by
          <select
            id={id}
            className="outlined"
            value={sort}
            onChange={({ target }) =>
              onSort(REVIEW_SORTS.find((each) => each === target.value) ?? "newest")
            }
          >
            {REVIEW_SORTS.map((each) => (
              <option key={each} value={each}>
                {SORT_LABELS[each]}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
