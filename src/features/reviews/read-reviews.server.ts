import type { Ev } from "../../domain/vehicle.ts";
import type { ReviewStore } from "./reviews.db.server.ts";
import type { ReviewsAnswer } from "./reviews.schema.ts";
import { figuresOf, type ReviewSort } from "./reviews.ts";

/** Adds the current index of its trim to each review. */
export async function readReviews(
  store: Pick<ReviewStore, "read">,
  ev: Ev,
  request: { trimId: number | null; sort: ReviewSort; limit: number; offset: number },
): Promise<ReviewsAnswer> {
  const { trimId, ...part } = request;
  const rowId = trimId === null ? null : (ev.trims[trimId]?.rowId ?? null);
  const { reviews, histogram } = await store.read({ modelId: ev.id, rowId, ...part });
  const indexes = new Map(ev.trims.map((trim) => [trim.rowId, trim.index]));
  return {
    reviews: reviews.map(({ rowId: row, ...review }) => {
      const index = row === null ? undefined : indexes.get(row);
      return index === undefined ? review : { ...review, trimId: index };
    }),
    ...figuresOf(histogram),
  };
}
