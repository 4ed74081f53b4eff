import { useMutation } from "@tanstack/react-query";
import { Check, Flag, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { formatCount } from "../../vehicle/counts.ts";
import { refusalOf } from "../../api/answers.ts";
import { ReviewDay } from "./review-day.tsx";
import styles from "./review-moderation-view.module.css";
import { keepReview, removeReview } from "./review-moderation.client.ts";
import type { ModeratedReview } from "./reviews.ts";
import { Stars } from "./stars.tsx";

function tellOfFailure(failure: unknown): void {
  toast({ title: "Error", description: refusalOf(failure), variant: "destructive" });
}

interface ModeratedItemProps {
  review: ModeratedReview;
  /** the review is gone or kept; waits for what is read again */
  onDecided: () => Promise<void>;
}

/** One review with what an administrator may do with it. */
export function ModeratedItem({ review, onDecided }: ModeratedItemProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { flags, make, model, trim, userName } = review;
  const keep = useMutation({
    mutationFn: () => keepReview(review.id),
    onSuccess: async () => {
      await onDecided();
      toast({ title: "Success", description: `The review by ${userName} was kept` });
    },
    onError: tellOfFailure,
  });
  const remove = useMutation({
    mutationFn: () => removeReview(review.id),
    onSuccess: async () => {
      setIsAsking(false);
      await onDecided();
      toast({ title: "Success", description: `The review by ${userName} was removed` });
    },
    onError: (failure) => {
      setIsAsking(false);
      tellOfFailure(failure);
    },
  });
  const of = <span className="visually-hidden"> the review by {userName}</span>;
  return (
    <li className={styles.review}>
      <div className={styles.head}>
        <p className={styles.who}>
          <bdi>{userName}</bdi>
        </p>
        <Stars value={review.rating} size={16} />
        {flags > 0 && (
          <span className={styles.flags}>
            <Flag aria-hidden />
            {flags === 1 ? "1 flag" : `${formatCount(flags)} flags`}
          </span>
        )}
      </div>
      <p className={styles.about}>
        <ReviewDay createdAt={review.createdAt} />
        <Link href={evPath(review.modelId, undefined, "reviews")}>
          {make} {model}
          {trim && ` · ${trim.year} ${trim.trim}`}
        </Link>
      </p>
      <p dir="auto" className={styles.comment}>
        {review.comment}
      </p>
      <div className={styles.actions}>
        {flags > 0 && (
          <Button
            size="s"
            pending={keep.isPending}
            disabled={remove.isPending}
            onClick={() => keep.mutate()}
          >
            <Check aria-hidden />
            Keep{of}
          </Button>
        )}
        <Button size="s" disabled={keep.isPending} onClick={() => setIsAsking(true)}>
          <Trash2 aria-hidden />
          Remove{of}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Remove this review?"
          description={`The review by ${userName} of the ${make} ${model} will be deleted for good, and its rating no longer counts. This action cannot be undone.`}
          confirmLabel={remove.isPending ? "Removing..." : "Remove"}
          pending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}
