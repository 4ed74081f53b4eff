import { clsx } from "clsx";
import { Check, ThumbsUp } from "lucide-react";
import { useRef } from "react";

import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/notice.tsx";
import { formatCount } from "../../domain/format.ts";
import type { EvSummary } from "../../domain/vehicle.ts";
import styles from "./vote-button.module.css";
import { useIsCast, useTakeBack, useUpvotes, useVote } from "./use-votes.ts";

interface VoteButtonProps {
  ev: Pick<EvSummary, "id" | "make" | "model">;
}

/** Lets each visitor vote once (ranking.md#votes). */
export function VoteButton({ ev }: VoteButtonProps) {
  const name = `${ev.make} ${ev.model}`;
  const icon = useRef<HTMLSpanElement>(null);
  const isCast = useIsCast(ev.id);
  const { isPending, fetchAhead, vote } = useVote(ev);
  const label = isCast ? `You have already voted for ${name}` : `Upvote ${name}`;
  return (
    <Button
      data-vote
      variant="secondary"
      pending={isPending}
      done={isCast}
      aria-label={label}
      title={label}
      className={clsx(styles.button, isCast && styles.cast)}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => void vote(icon.current?.firstElementChild ?? null)}
    >
      <span ref={icon} className={styles.icon}>
        {isCast ? <Check aria-hidden /> : <ThumbsUp aria-hidden />}
      </span>
      {isCast ? "Voted" : "Upvote"}
    </Button>
  );
}

/** Takes back the visitor's vote (ranking.md#taking-a-vote-back); renders nothing without a vote. */
export function TakeBackButton({ ev }: VoteButtonProps) {
  const isCast = useIsCast(ev.id);
  const { isPending, takeBack } = useTakeBack(ev);
  if (!isCast) return null;
  return (
    <Button
      variant="quiet"
      size="s"
      pending={isPending}
      className={styles.takeBack}
      onClick={({ currentTarget }) => {
        const part = currentTarget.closest("[role=dialog], article, main");
        // This button disappears with the vote, so move the focus to the vote button.
        void takeBack(() => part?.querySelector<HTMLElement>("[data-vote]")?.focus());
      }}
    >
      Take back
      <span className="visually-hidden"> your vote for {`${ev.make} ${ev.model}`}</span>
    </Button>
  );
}

/** The votes on a vehicle's page (ranking.md#votes). */
export function VehicleVotes({ ev }: VoteButtonProps) {
  return (
    <div className={styles.vehicleVotes}>
      <TakeBackButton ev={ev} />
      <VoteCount upvotes={useUpvotes(ev.id)} />
    </div>
  );
}

/** @param upvotes null while they are loading */
export function VoteCount({ upvotes }: { upvotes: number | null }) {
  return (
    <p aria-busy={upvotes === null || undefined} className={styles.votes}>
      <span className={styles.figure}>
        {upvotes === null ? (
          <Skeleton className={styles.waiting} height="1em" />
        ) : (
          formatCount(upvotes)
        )}
      </span>{" "}
      {upvotes === 1 ? "vote" : "votes"}
    </p>
  );
}
