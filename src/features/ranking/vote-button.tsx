import { clsx } from "clsx";
import { Check, ThumbsUp } from "lucide-react";
import { useRef } from "react";

import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/notice.tsx";
import { toast, toastError } from "../../ui/toast.ts";
import { formatCount } from "../../domain/counts.ts";
import type { EvSummary } from "../../domain/vehicle.ts";
import styles from "./vote-button.module.css";
import { useUpvotes, useVote } from "./use-votes.ts";

interface VoteButtonProps {
  ev: Pick<EvSummary, "id" | "make" | "model">;
  className?: string;
}

/** Once per visitor (ranking.md#votes); the vote can be taken back (ranking.md#taking-a-vote-back). */
export function VoteButton({ ev, className }: VoteButtonProps) {
  const name = `${ev.make} ${ev.model}`;
  const icon = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { isPending, isCast, isTakingBack, vote, takeBack } = useVote(ev.id, {
    onCounted: () =>
      toast({
        description: `Successfully upvoted ${name}`, // ranking.md#votes
        action: { label: "Undo", onClick: () => takeBack() },
      }),
    // ranking.md#one-vote-for-each-visitor
    onAlready: (sentence) => toast({ description: sentence, isRefusal: true }),
    onFailed: () =>
      toast({
        variant: "destructive",
        description: "Failed to submit vote. Please try again.", // ranking.md#votes
      }),
    onTakenBack: () => {
      toast({ description: `You took back your vote for ${name}.` });
      // The button that was pressed is gone.
      if (document.activeElement === document.body) button.current?.focus();
    },
    onNotTakenBack: toastError,
  });
  const label = isCast ? `You have already voted for ${name}` : `Upvote ${name}`;
  return (
    <>
      {isCast && (
        <Button
          variant="quiet"
          size="s"
          pending={isTakingBack}
          className={styles.takeBack}
          onClick={takeBack}
        >
          Take back
          <span className="visually-hidden"> your vote for {name}</span>
        </Button>
      )}
      <Button
        ref={button}
        variant="secondary"
        pending={isPending}
        done={isCast}
        aria-label={label}
        title={label}
        className={clsx(styles.button, isCast && styles.cast, className)}
        onClick={() => vote(icon.current?.firstElementChild ?? null)}
      >
        <span ref={icon} className={styles.icon}>
          {isCast ? <Check aria-hidden /> : <ThumbsUp aria-hidden />}
        </span>
        {isCast ? "Voted" : "Upvote"}
      </Button>
    </>
  );
}

/** On a vehicle's page (ranking.md#votes). */
export function VehicleVotes({ ev }: { ev: Pick<EvSummary, "id" | "make" | "model"> }) {
  return <VoteCount upvotes={useUpvotes(ev.id)} />;
}

/** @param upvotes null while they are loading */
export function VoteCount({ upvotes }: { upvotes: number | null }) {
  return (
    <p aria-busy={upvotes === null || undefined} className={styles.votes}>
      <span className={styles.figure}>
        {upvotes === null ? <Skeleton className={styles.waiting} /> : formatCount(upvotes)}
      </span>{" "}
      {upvotes === 1 ? "vote" : "votes"}
    </p>
  );
}
