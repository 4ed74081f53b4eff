import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Star } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";
import fields from "../../ui/fields.module.css";
import { SelectField, TextAreaField, TextField } from "../../ui/fields.tsx";
import { toast, toastError } from "../../ui/toast.ts";
import { formatCount } from "../../domain/format.ts";
import { record } from "../../domain/records.ts";
import { trimName } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { ApiError, issuesOf } from "../../ui/calls/answers.ts";
import { newRetryKey } from "../../ui/calls/retry-key.ts";
import { describeFailure, postReview, readDraft, storedDraft } from "./review-draft.ts";
import styles from "./review-form.module.css";
import type { Review } from "./reviews.schema.ts";
import {
  draftIssues,
  MAX_STARS,
  REVIEW_COMMENT_MAX_CHARACTERS,
  REVIEW_FIELDS,
  REVIEW_NAME_MAX_CHARACTERS,
  type ReviewDraft,
} from "./reviews.ts";

type Issues = ReturnType<typeof draftIssues>;

const TRIM_GONE = "The trim you reviewed is no longer listed. Please choose another.";
/** reviews.md#review-form. The fields are uncontrolled; what was typed before comes back. */
export function ReviewForm(props: {
  ev: Ev;
  trim: Trim;
  /** @param isDone whether nothing was typed after the review was sent */
  onPosted: (review: Review, isDone: boolean) => Promise<void>;
  /** called when the review may have been stored without an answer, or the vehicle has changed */
  onUnclear: () => void;
}) {
  const { ev, trim, onPosted, onUnclear } = props;
  const form = useRef<HTMLFormElement>(null);
  const [draft] = useState(() => storedDraft(ev.id).get());
  const [issues, setIssues] = useState<Issues>({});
  const [commentLength, setCommentLength] = useState(draft.comment?.length ?? 0);

  // The form switches to the trim of the page, unless the draft is about a trim that was deleted.
  const [about, setAbout] = useState({
    rowId: (draft.comment && draft.rowId) || trim.rowId,
    proposed: trim.rowId,
  });
  if (about.proposed !== trim.rowId) {
    const isGone = !ev.trims.some(({ rowId }) => rowId === about.proposed);
    setAbout({
      rowId: isGone && commentLength > 0 ? about.rowId : trim.rowId,
      proposed: trim.rowId,
    });
  }
  const aboutTrim = ev.trims.find(({ rowId }) => rowId === about.rowId);
  const choose = (rowId: number) => setAbout((now) => ({ ...now, rowId }));
  const select = useRef<HTMLSelectElement>(null);

  // Not `useActionState`: while an action is pending, React holds back all other transitions.
  const { mutate, isPending, error } = useMutation({
    mutationFn: (sent: Parameters<typeof postReview>[1]) => postReview(ev.id, sent),
    onSuccess: async (review, sent) => {
      const now = form.current && readDraft(form.current);
      const isDone = !now || REVIEW_FIELDS.every((field) => now[field] === sent[field]);
      if (isDone) storedDraft(ev.id).set({});
      setIssues({});
      // reviews.md#review-form
      toast({ title: "Success", description: "Your review has been submitted successfully!" });
      await onPosted(review, isDone);
    },
    onError: (failure) => {
      setIssues(issuesOf(failure));
      const { isUnclear, isOffline, text } = describeFailure(failure);
      // The toast code may not load offline, so the form shows the text too.
      if (!isOffline) toastError(text);
      // The review may have been stored, or its trim may be gone: read the list again.
      if (isUnclear || (failure instanceof ApiError && failure.status === 404)) onUnclear();
    },
  });

  const outcome = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error) outcome.current?.scrollIntoView({ block: "nearest" });
  }, [error]);

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const words = readDraft(event.currentTarget);
    const rowId = Number(select.current?.value || about.rowId);
    storedDraft(ev.id).set({ ...words, rowId, key: newRetryKey() });
    setCommentLength(words.comment.length);
    // Errors disappear as soon as their field is valid; new ones appear only on submit.
    const wrong = draftIssues(words);
    const stillWrong = REVIEW_FIELDS.filter((field) => wrong[field]);
    setIssues((shown) => record(stillWrong, (field) => shown[field]));
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = readDraft(event.currentTarget);
    const wrong = draftIssues(words);
    setIssues(wrong);
    if (wrong.rating) toastError(wrong.rating);
    const first = REVIEW_FIELDS.find((field) => wrong[field]);
    if (first) {
      event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    if (!aboutTrim) return select.current?.focus();
    mutate({ ...words, trimId: aboutTrim.index, rowId: aboutTrim.rowId });
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label="Write a review"
      className={styles.form}
      onInput={onInput}
      onSubmit={onSubmit}
    >
      <ReviewFields
        initial={draft}
        issues={issues}
        hint={
          <span className={styles.count}>
            {formatCount(commentLength)} / {formatCount(REVIEW_COMMENT_MAX_CHARACTERS)}
            <span className="visually-hidden"> characters</span>
          </span>
        }
      >
        {(ev.trims.length > 1 || !aboutTrim) && (
          <SelectField
            label="Trim"
            ref={select}
            value={aboutTrim?.rowId ?? ""}
            issue={aboutTrim ? undefined : TRIM_GONE}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {!aboutTrim && <option value="">Choose a trim</option>}
            {ev.trims.map((each) => (
              <option key={each.rowId} value={each.rowId} translate="no">
                {trimName(ev, each)}
              </option>
            ))}
          </SelectField>
        )}
      </ReviewFields>

      <Button type="submit" variant="primary" pending={isPending}>
        {isPending ? "Sending..." : "Submit review"}
      </Button>
      <p ref={outcome} role="status" className={clsx(fields.issue, styles.outcome)}>
        {error && describeFailure(error).text}
      </p>
    </form>
  );
}

export function ReviewFields(props: {
  /** the review that is edited, or the draft */
  initial: Partial<ReviewDraft>;
  issues: Issues;
  /** shown below the comment */
  hint?: ReactNode;
  /** shown above the comment */
  children?: ReactNode;
}) {
  const { initial, issues, hint, children } = props;
  return (
    <>
      <TextField
        label="Name"
        name="userName"
        dir="auto"
        required
        defaultValue={initial.userName}
        maxLength={REVIEW_NAME_MAX_CHARACTERS}
        autoComplete="name"
        issue={issues.userName}
      />
      <StarInput issue={issues.rating} initial={initial.rating} />
      {children}
      <TextAreaField
        label="Comment"
        name="comment"
        dir="auto"
        rows={5}
        required
        defaultValue={initial.comment}
        maxLength={REVIEW_COMMENT_MAX_CHARACTERS}
        hint={hint}
        issue={issues.comment}
      />
    </>
  );
}

const STARS = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

/** One to five stars as radio buttons (reviews.md#stars). */
function StarInput({ issue, initial }: { issue: string | undefined; initial: number | undefined }) {
  const issueId = useId();
  return (
    <div className={fields.field}>
      <fieldset
        role="radiogroup"
        aria-required
        aria-invalid={issue ? true : undefined}
        aria-describedby={issue && issueId}
      >
        <legend className={fields.label}>Your rating</legend>
        <div className={styles.stars}>
          {STARS.map((stars) => (
            <label key={stars} className={styles.star}>
              <input
                type="radio"
                name="rating"
                value={stars}
                defaultChecked={stars === initial}
                className={styles.input}
              />
              <Star aria-hidden size={28} />
              <span className="visually-hidden">{stars === 1 ? "1 star" : `${stars} stars`}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {issue && (
        <p id={issueId} className={fields.issue}>
          {issue}
        </p>
      )}
    </div>
  );
}
