import { useHydrated } from "../../ui/hydrated.ts";
import { formatReviewDay } from "./reviews.ts";

/** The day of a review: the visitor's own as soon as the page knows it, the server's until then. */
export function ReviewDay({ createdAt }: { createdAt: string }) {
  const isHere = useHydrated();
  return <time dateTime={createdAt}>{formatReviewDay(createdAt, isHere)}</time>;
}
