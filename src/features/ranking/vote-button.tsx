import { clsx } from "clsx";
import { Check, ThumbsUp } from "lucide-react";
import { useRef } from "react";

import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import type { EvSummary } from "../../vehicle/vehicle.ts";
import { flyIcon } from "./fly-icon.ts";
import { useVote } from "./votes.client.ts";
import styles from "./vote-button.module.css";

export interface VoteButtonProps {
  ev: Pick<EvSummary, "id" | "make" | "model">;
  className?: string;
}

/** Upvotes a model, once per visitor (§4 Vote); stays disabled after that and says why. */
export function VoteButton({ ev, className }: VoteButtonProps) {
  const name = `${ev.make} ${ev.model}`;
  const icon = useRef<HTMLSpanElement>(null);
  const { isPending, isCast, vote } = useVote(ev.id, {
    onCounted: () => toast({ description: `Successfully upvoted ${name}` }), // §8
    onAlready: (sentence) => toast({ description: sentence, isRefusal: true }), // readings 3
    onFailed: () =>
      toast({
        variant: "destructive",
        description: "Failed to submit vote. Please try again.", // §8
      }),
  });
  const label = isCast ? `You have already voted for ${name}` : `Upvote ${name}`;
  return (
    <Button
      variant="secondary"
      pending={isPending}
      disabled={isCast}
      aria-label={label}
      title={label}
      className={clsx(styles.button, isCast && styles.cast, className)}
      onClick={() => {
        flyIcon(icon.current?.firstElementChild ?? null);
        vote();
      }}
    >
      <span ref={icon} className={styles.icon}>
        {isCast ? <Check aria-hidden /> : <ThumbsUp aria-hidden />}
      </span>
      {isCast ? "Voted" : "Upvote"}
    </Button>
  );
}
