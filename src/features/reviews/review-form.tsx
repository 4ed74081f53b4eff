import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { formatCount } from "../../vehicle/counts.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import { AnswerError } from "../catalogue/answers.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { trimName } from "../catalogue/trim-name.ts";
import { REVIEW_COMMENT_MAX_CHARACTERS, REVIEW_NAME_MAX_CHARACTERS } from "./limits.ts";
import { FIELDS, keepDraft, readDraft, restoreDraft } from "./review-draft.ts";
import styles from "./review-form.module.css";
import { postReview } from "./reviews.client.ts";
import { draftIssues, type Review } from "./reviews.ts";
import { StarInput } from "./star-input.tsx";

interface ReviewFormProps {
  ev: Ev;
  /** the trim that the page shows; another can be chosen */
  trim: Trim;
  /** called with the new review; the form waits for it */
  onPosted: (review: Review) => Promise<void>;
}

type Issues = ReturnType<typeof draftIssues>;

const NOT_SENT = "Your review could not be sent. Please check your connection and try again.";

/**
 * Name, star rating, comment (§2, §5). The fields keep their own values, so that what a visitor
 * typed before the page's code came stays, and what failed to be sent can be sent again.
 */
export function ReviewForm({ ev, trim, onPosted }: ReviewFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // Sent before then, it would only load the page again.
  const canSend = useHydrated();
  const [issues, setIssues] = useState<Issues>({});
  const [typed, setTyped] = useState(0);

  const { mutate, isPending } = useMutation({
    mutationFn: (input: Parameters<typeof postReview>[1]) => postReview(ev.id, input),
    onSuccess: async (review) => {
      form.current?.reset();
      keepDraft(ev.id, undefined);
      setTyped(0);
      setIssues({});
      toast({ title: "Success", description: "Your review has been submitted successfully!" }); // §8
      await onPosted(review);
    },
    onError: (error) => {
      const refused = error instanceof AnswerError ? error : undefined;
      setIssues(Object.fromEntries(refused?.issues.map((one) => [one.path, one.message]) ?? []));
      toast({ title: "Error", description: refused?.sentence || NOT_SENT, variant: "destructive" }); // §8
    },
  });

  useEffect(() => {
    if (form.current) setTyped(restoreDraft(form.current, ev.id).comment.length);
  }, [ev.id]);

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const draft = readDraft(event.currentTarget);
    keepDraft(ev.id, draft);
    setTyped(draft.comment.length);
    // What is mended is no longer blamed; nothing new is until the next try.
    const wrong = draftIssues(draft);
    setIssues((shown) => ({
      ...(wrong.userName && shown.userName && { userName: shown.userName }),
      ...(wrong.rating && shown.rating && { rating: shown.rating }),
      ...(wrong.comment && shown.comment && { comment: shown.comment }),
    }));
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const draft = readDraft(event.currentTarget);
    const wrong = draftIssues(draft);
    setIssues(wrong);
    if (wrong.rating) toast({ title: "Error", description: wrong.rating, variant: "destructive" }); // §8
    const first = FIELDS.find((field) => wrong[field]);
    if (first) {
      event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    const rowId = Number(new FormData(event.currentTarget).get("rowId") ?? trim.rowId);
    const about = ev.trims.find((each) => each.rowId === rowId) ?? trim;
    mutate({ ...draft, trimId: about.index, rowId: about.rowId });
  };

  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={`${id}title`}
      className={styles.form}
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <h3 id={`${id}title`}>Write a review</h3>

      <div className={styles.field}>
        <label htmlFor={`${id}name`}>Name</label>
        <input
          id={`${id}name`}
          name="userName"
          dir="auto"
          required
          maxLength={REVIEW_NAME_MAX_CHARACTERS}
          autoComplete="name"
          aria-invalid={issues.userName ? true : undefined}
          aria-describedby={issues.userName && `${id}nameIssue`}
        />
        <Issue id={`${id}nameIssue`} text={issues.userName} />
      </div>

      <div className={styles.field}>
        <StarInput
          name="rating"
          legend="Your rating"
          error={issues.rating}
          errorId={`${id}starIssue`}
        />
        <Issue id={`${id}starIssue`} text={issues.rating} />
      </div>

      {ev.trims.length > 1 && (
        <div className={styles.field}>
          <label htmlFor={`${id}trim`}>Trim</label>
          {/* Another trim on the page is another proposal. */}
          <select key={trim.rowId} id={`${id}trim`} name="rowId" defaultValue={trim.rowId}>
            {ev.trims.map((each) => (
              <option key={each.rowId} value={each.rowId}>
                {trimName(ev, each)}
              </option>
            ))}
          </select>
        </div>
      )}

      <div className={styles.field}>
        <label htmlFor={`${id}comment`}>Comment</label>
        <textarea
          id={`${id}comment`}
          name="comment"
          dir="auto"
          rows={5}
          required
          maxLength={REVIEW_COMMENT_MAX_CHARACTERS}
          aria-invalid={issues.comment ? true : undefined}
          aria-describedby={`${id}count${issues.comment ? ` ${id}commentIssue` : ""}`}
        />
        <p id={`${id}count`} className={styles.count}>
          {formatCount(typed)} / {formatCount(REVIEW_COMMENT_MAX_CHARACTERS)}
          <span className="visually-hidden"> characters</span>
        </p>
        <Issue id={`${id}commentIssue`} text={issues.comment} />
      </div>

      <Button type="submit" variant="primary" disabled={!canSend} pending={isPending}>
        {isPending ? "Sending..." : "Submit review"}
      </Button>
    </form>
  );
}

function Issue({ id, text }: { id: string; text: string | undefined }) {
  return text ? (
    <p id={id} className={styles.issue}>
      {text}
    </p>
  ) : null;
}
