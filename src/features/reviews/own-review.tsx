import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { toastMessage } from "../../ui/calls/answers.ts";
import fields from "../../ui/fields.module.css";
import { toast, toastFailure } from "../../ui/toast.ts";
import styles from "./own-review.module.css";
import { readDraft } from "./review-draft.ts";
import { ReviewFields } from "./review-form.tsx";
import { deleteReview, editReview, refreshReviews } from "./reviews.queries.ts";
import type { Review } from "./reviews.schema.ts";
import { draftIssues, REVIEW_FIELDS, type ReviewDraft } from "./reviews.ts";

interface OwnReviewProps {
  evId: number;
  review: Review;
}

/** Buttons that the writer of a review sees (reviews.md#own-reviews). */
export function OwnReviewActions({
  evId,
  review,
  onEdit,
}: OwnReviewProps & { onEdit: () => void }) {
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
      <Button variant="quiet" size="s" className={styles.action} onClick={onEdit}>
        <Pencil aria-hidden size={16} />
        Edit<span className="visually-hidden"> your review</span>
      </Button>
      <Button
        ref={remove}
        variant="quiet"
        size="s"
        className={styles.action}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden size={16} />
        Delete<span className="visually-hidden"> your review</span>
      </Button>
    </div>
  );
}

/** Replaces a review while it is edited. Input stays when the server refuses it. */
export function ReviewEditForm({ evId, review, onDone }: OwnReviewProps & { onDone: () => void }) {
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
