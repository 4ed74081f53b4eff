import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { Check, Flag, MessageSquareText, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "wouter";

import { readJson, refusalOf } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { evPath } from "../../../domain/routes.ts";
import { Button } from "../../../ui/button.tsx";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { EmptyState, Loading, QueryError, Skeleton } from "../../../ui/notice.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { toast, toastError } from "../../../ui/toast.ts";
import { formatCount } from "../../../domain/format.ts";
import { MODERATED_REVIEWS } from "../limits.ts";
import { ReviewsFoot, ReviewWords } from "../../reviews/review-list.tsx";
import styles from "./review-moderation-view.module.css";
import view from "../admin-view.module.css";
import type { ModeratedReview, ModerationAnswer } from "./moderation.schema.ts";
import { nextOffset } from "../../reviews/reviews.queries.ts";

function moderationQuery(flagged: boolean) {
  return infiniteQueryOptions({
    queryKey: ["moderation", flagged] as const,
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => {
      const query = `?flagged=${flagged}&limit=${MODERATED_REVIEWS}&offset=${offset}`;
      return readJson<ModerationAnswer>(`/api/reviews${query}`, signal);
    },
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

/** Lists flagged or all reviews, to remove or keep (reviews.md#moderation). */
export function ReviewModerationView() {
  const [flagged, setFlagged] = useState(true);
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useInfiniteQuery(moderationQuery(flagged));
  const { data, error, isPlaceholderData } = query;
  const reviews = data?.pages.flatMap((page) => page.reviews);
  const counts = data?.pages[0];

  /** Refetches everything, since ratings have changed, and moves the focus away from the removed item. */
  const afterDecision = async () => {
    await client.invalidateQueries();
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="moderation-heading" className={view.view}>
      <h2 id="moderation-heading" ref={heading} tabIndex={-1} className={view.heading}>
        Reviews
      </h2>
      <div role="group" aria-label="Which reviews" className={view.choice}>
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
          className={view.list}
        >
          {reviews.map((review) => (
            <ModeratedItem key={review.id} review={review} onDecided={afterDecision} />
          ))}
        </ol>
      )}
      {!reviews && !error && (
        <Loading text="Loading reviews...">
          <Skeleton count={4} height="4.5em" className={view.entries} />
        </Loading>
      )}
      {error && <QueryError title="The reviews could not be loaded." query={query} />}
      {counts && reviews && counts.total > 0 && !error && (
        <ReviewsFoot
          query={query}
          shown={reviews.length}
          total={counts.total}
          most={MODERATED_REVIEWS}
        />
      )}
    </section>
  );
}

interface ModeratedItemProps {
  review: ModeratedReview;
  /** called after removing or keeping; resolves when the lists are refetched */
  onDecided: () => Promise<void>;
}

function ModeratedItem({ review, onDecided }: ModeratedItemProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { flags, make, model, trim, userName } = review;
  const path = `/api/reviews/${review.id}`;
  const decision = useMutation({
    mutationFn: (decided: "kept" | "removed") =>
      decided === "kept" ? sendJson("POST", `${path}/keep`) : sendJson("DELETE", path),
    onSuccess: async (_answer, decided) => {
      setIsAsking(false);
      await onDecided();
      toast({ title: "Success", description: `The review by ${userName} was ${decided}` });
    },
    onError: (failure) => {
      setIsAsking(false);
      toastError(refusalOf(failure));
    },
  });
  const isKeeping = decision.isPending && decision.variables === "kept";
  const isRemoving = decision.isPending && decision.variables === "removed";
  const ofReview = <span className="visually-hidden"> the review by {userName}</span>;
  return (
    <li className={styles.review}>
      <ReviewWords
        review={review}
        about={
          <Link href={reviewedPath(review)}>
            {make} {model}
            {trim && ` · ${trim.year} ${trim.trim}`}
          </Link>
        }
      />
      <div className={styles.actions}>
        {flags > 0 && (
          <span className={styles.flags}>
            <Flag aria-hidden />
            {flags === 1 ? "1 flag" : `${formatCount(flags)} flags`}
          </span>
        )}
        {flags > 0 && (
          <Button
            size="s"
            pending={isKeeping}
            disabled={isRemoving}
            onClick={() => decision.mutate("kept")}
          >
            <Check aria-hidden />
            Keep{ofReview}
          </Button>
        )}
        <Button size="s" disabled={isKeeping} onClick={() => setIsAsking(true)}>
          <Trash2 aria-hidden />
          Remove{ofReview}
        </Button>
      </div>
      {isAsking && (
        <MutationDialog
          role="alertdialog"
          title="Remove this review?"
          description={`${userName}’s review of the ${make} ${model} and its rating will be deleted. This action cannot be undone.`}
          submitLabel={isRemoving ? "Removing..." : "Remove"}
          pending={isRemoving}
          onSubmit={() => decision.mutate("removed")}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}

/** The address of the reviewed trim. Its row id distinguishes it from others with the same name. */
function reviewedPath({ modelId, trim }: ModeratedReview): string {
  return trim
    ? evPath(trim.rowId, { ...trim, index: 0 }, "reviews")
    : evPath(modelId, undefined, "reviews");
}
