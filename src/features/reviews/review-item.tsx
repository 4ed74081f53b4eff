import { useMutation } from "@tanstack/react-query";
import { Flag } from "lucide-react";

import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { refusalOf } from "../../api/answers.ts";
import { trimName } from "../catalogue/trim-name.ts";
import { ReviewDay } from "./review-day.tsx";
import styles from "./review-list.module.css";
import { flagReview } from "./reviews.client.ts";
import type { Review } from "./reviews.ts";
import { Stars } from "./stars.tsx";

/** Id of a review's element, so that it can be moved to. */
export function reviewElementId(id: number): string {
  return `review-${id}`;
}

/** One review: plain text exactly as it was typed, in the direction of its script (readings 3). */
export function ReviewItem({ ev, review }: { ev: Ev; review: Review }) {
  const trim = review.trimId === undefined ? undefined : ev.trims[review.trimId];
  return (
    <li id={reviewElementId(review.id)} tabIndex={-1} className={styles.review}>
      <div className={styles.head}>
        <p className={styles.who}>
          <bdi>{review.userName}</bdi>
        </p>
        <Stars value={review.rating} size={16} />
      </div>
      <p className={styles.about}>
        <ReviewDay createdAt={review.createdAt} />
        {trim && <span>{trimName(ev, trim)}</span>}
      </p>
      <p dir="auto" className={styles.comment}>
        {review.comment}
      </p>
      <FlagButton review={review} />
    </li>
  );
}

function FlagButton({ review }: { review: Review }) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => flagReview(review.id),
    onSuccess: () =>
      toast({ description: "Thank you. An administrator will look at this review." }),
    onError: (error) =>
      toast({ title: "Error", description: refusalOf(error), variant: "destructive" }),
  });
  return (
    <Button
      variant="quiet"
      size="s"
      className={styles.flag}
      pending={isPending}
      disabled={isSuccess}
      onClick={() => mutate()}
    >
      <Flag aria-hidden />
      {isSuccess ? "Flagged" : "Flag"}
      <span className="visually-hidden"> review by {review.userName}</span>
    </Button>
  );
}
