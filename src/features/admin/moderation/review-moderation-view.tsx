import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "wouter";

import { readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { evPath } from "../../../domain/routes.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { countOf, formatCount } from "../../../domain/format.ts";
import { MODERATED_REVIEWS } from "../../reviews/reviews.ts";
import { ReviewWords } from "../../reviews/review-list.tsx";
import view from "../entries-view.module.css";
import { AskingButton } from "../confirm-dialog.tsx";
import { EntriesView, MoreButton } from "../entries-view.tsx";
import { useAdminMutation } from "../use-admin-mutation.ts";
import type { ModeratedReview, ModerationAnswer } from "../../reviews/reviews.schema.ts";
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
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useInfiniteQuery(moderationQuery(flagged));
  const { data } = query;
  const counts = data?.pages[0];

  return (
    <EntriesView
      title="Reviews"
      headingRef={heading}
      label={flagged ? "Flagged reviews" : "All reviews"}
      query={query}
      entries={data?.pages.flatMap((page) => page.reviews)}
      show={(review) => ({
        line: (
          <>
            <span translate="no">{nameOfReviewed(review)}</span>
            {" · "}
            <bdi translate="no">{review.userName}</bdi>
          </>
        ),
        value: [countOf(review.rating, "star"), review.flags > 0 && countOf(review.flags, "flag")]
          .filter(Boolean)
          .join(" · "),
        at: review.createdAt,
        details: <ReviewDetails review={review} onDecided={() => heading.current?.focus()} />,
      })}
      tools={
        <div role="group" aria-label="Which reviews" className={view.choice}>
          <Pill pressed={flagged} onClick={() => setFlagged(true)}>
            Flagged{counts && ` (${formatCount(counts.flagged)})`}
          </Pill>
          <Pill pressed={!flagged} onClick={() => setFlagged(false)}>
            All reviews
          </Pill>
        </div>
      }
      empty={
        <EmptyState
          icon={<MessageSquareText />}
          title={flagged ? "No reviews to check" : "There are no reviews yet"}
          text={
            flagged
              ? "Reviews that visitors flag appear here, the most flagged first."
              : "Reviews by visitors will appear here."
          }
        />
      }
    >
      <MoreButton query={query} label="Show more reviews" />
    </EntriesView>
  );
}

function ReviewDetails(props: {
  review: ModeratedReview;
  /** called after removing or keeping, when the lists are refetched */
  onDecided: () => void;
}) {
  const { review, onDecided } = props;
  const { flags, make, model, userName } = review;
  const path = `/api/reviews/${review.id}`;
  const { mutate: keep, isPending } = useAdminMutation({
    mutationFn: () => sendJson("POST", `${path}/keep`),
    successMessage: () => `The review by ${userName} was kept`,
    onSuccess: onDecided,
  });
  return (
    <>
      <div className={view.review}>
        <ReviewWords
          review={review}
          about={<Link href={reviewedPath(review)}>{nameOfReviewed(review)}</Link>}
        />
      </div>
      <div className="row">
        {flags > 0 && (
          <Button size="s" pending={isPending} onClick={() => keep()}>
            Keep<span className="visually-hidden"> the review by {userName}</span>
          </Button>
        )}
        <AskingButton
          label="Remove"
          of={`the review by ${userName}`}
          title="Remove this review?"
          description={`${userName}’s review of the ${make} ${model} and its rating will be deleted. This action cannot be undone.`}
          send={() => sendJson("DELETE", path)}
          successMessage={() => `The review by ${userName} was removed`}
          onSuccess={onDecided}
        />
      </div>
    </>
  );
}

function nameOfReviewed({ make, model, trim }: ModeratedReview): string {
  return `${make} ${model}${trim ? ` · ${trim.year} ${trim.trim}` : ""}`;
}

/** The address of the reviewed trim. Its row id distinguishes it from others with the same name. */
function reviewedPath({ modelId, trim }: ModeratedReview): string {
  return trim
    ? evPath(trim.rowId, { ...trim, index: 0 }, "reviews")
    : evPath(modelId, undefined, "reviews");
}
