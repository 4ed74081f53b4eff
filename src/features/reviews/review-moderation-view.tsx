import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState } from "../../ui/notice.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { formatCount } from "../../vehicle/counts.ts";
import { refusalOf } from "../../api/answers.ts";
import { ModeratedItem } from "./moderated-item.tsx";
import styles from "./review-moderation-view.module.css";
import { moderationQuery } from "./review-moderation.client.ts";
import { countOfReviews } from "./reviews.ts";

/** Reviews that visitors flagged, or all, each to remove or to keep (readings 3). */
export function ReviewModerationView() {
  const [flagged, setFlagged] = useState(true);
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useInfiniteQuery(moderationQuery(flagged));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, isPlaceholderData } = query;
  const reviews = data?.pages.flatMap((page) => page.reviews);
  const counts = data?.pages[0];

  /** Ratings have changed, and what had the focus is gone. */
  const afterDecision = async () => {
    await client.invalidateQueries();
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="moderation-heading" className={styles.view}>
      <h2 id="moderation-heading" ref={heading} tabIndex={-1} className={styles.heading}>
        Reviews
      </h2>
      <div role="group" aria-label="Which reviews" className={styles.choice}>
        <Pill pressed={flagged} onClick={() => setFlagged(true)}>
          Flagged{counts && ` (${formatCount(counts.flagged)})`}
        </Pill>
        <Pill pressed={!flagged} onClick={() => setFlagged(false)}>
          All reviews
        </Pill>
      </div>
      {reviews?.length === 0 && !isPlaceholderData && (
        <EmptyState
          icon={<MessageSquareText />}
          title={flagged ? "No reviews to check" : "There are no reviews yet"}
          text={
            flagged
              ? "Reviews that visitors flag appear here, the most flagged first."
              : "Reviews by visitors will appear here."
          }
          action={flagged && <Button onClick={() => setFlagged(false)}>Show all reviews</Button>}
        />
      )}
      {reviews && reviews.length > 0 && (
        <ol
          role="list"
          aria-label={flagged ? "Flagged reviews" : "All reviews"}
          aria-busy={isPlaceholderData || undefined}
          className={styles.list}
        >
          {reviews.map((review) => (
            <ModeratedItem key={review.id} review={review} onDecided={afterDecision} />
          ))}
        </ol>
      )}
      {!reviews && !error && (
        <Loading text="Loading reviews...">
          {Array.from({ length: 4 }, (_, index) => (
            <div key={index} className={styles.skeleton}>
              <Skeleton width="180px" height="1.3em" />
              <Skeleton width={`${60 + ((index * 17) % 35)}%`} height="2.6em" />
            </div>
          ))}
        </Loading>
      )}
      {error && (
        <ErrorState
          title="The reviews could not be loaded."
          text={refusalOf(error)}
          retrying={isFetching}
          onRetry={() => void (reviews ? query.fetchNextPage() : query.refetch())}
        />
      )}
      {counts && reviews && counts.total > 0 && !error && (
        <div className={styles.foot}>
          <p role="status">
            {hasNextPage
              ? `Showing ${formatCount(reviews.length)} of ${countOfReviews(counts.total)}`
              : countOfReviews(counts.total)}
          </p>
          {hasNextPage && (
            <Button pending={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {isFetchingNextPage ? "Loading..." : "Show more"}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
