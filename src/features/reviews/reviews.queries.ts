import {
  infiniteQueryOptions,
  keepPreviousData,
  type InfiniteData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { awaitOwnWrite, newest, readJson } from "../../ui/calls/answers.ts";
import { sendJson } from "../../ui/calls/send.ts";
import type { MyReviewsAnswer, Review, ReviewEdit, ReviewsAnswer } from "./reviews.schema.ts";
import type { ReviewSort } from "./reviews.ts";

const FIRST_REVIEWS = 10;
export const MORE_REVIEWS = 40;

function reviewsKey(evId: number) {
  return ["reviews", evId] as const;
}

export function reviewsPath(evId: number, trimId: number | null): string {
  return `/api/evs/${evId}${trimId === null ? "" : `/trims/${trimId}`}/reviews`;
}

/** Offset of the next page; undefined after the last page. */
export function nextOffset(
  last: { reviews: readonly unknown[]; total: number },
  pages: readonly { reviews: readonly unknown[] }[],
): number | undefined {
  const loaded = pages.reduce((sum, { reviews }) => sum + reviews.length, 0);
  return last.reviews.length > 0 && loaded < last.total ? loaded : undefined;
}

/** @param trimId null for reviews of the model and all its trims */
export function reviewsQuery(
  evId: number,
  trimId: number | null,
  sort: ReviewSort,
  read = callReviews,
) {
  return infiniteQueryOptions({
    queryKey: [...reviewsKey(evId), "list", trimId, sort] as const,
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) => {
      const limit = offset === 0 ? FIRST_REVIEWS : MORE_REVIEWS;
      return read({ evId, trimId, sort, limit, offset }, signal);
    },
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
  });
}

export interface ReviewsPart {
  evId: number;
  trimId: number | null;
  sort: ReviewSort;
  limit: number;
  offset: number;
}

function callReviews(part: ReviewsPart, signal: AbortSignal): Promise<ReviewsAnswer> {
  const { evId, trimId, sort, limit, offset } = part;
  const query = `?sort=${sort}&limit=${limit}&offset=${offset}`;
  return readJson(newest(`${reviewsPath(evId, trimId)}${query}`), signal);
}

export function reviewFiguresQuery(evId: number) {
  return queryOptions({
    queryKey: [...reviewsKey(evId), "figures"] as const,
    queryFn: ({ signal }) =>
      readJson<ReviewsAnswer>(newest(`${reviewsPath(evId, null)}?limit=1`), signal),
  });
}

/** @throws ApiError with the server's message */
export function flagReview(id: number): Promise<unknown> {
  return sendJson("POST", `/api/reviews/${id}/flag`);
}

/** The reviews that this visitor wrote (reviews.md#own-reviews). */
export const myReviewsQuery = queryOptions({
  queryKey: ["my-reviews"],
  queryFn: async ({ signal }) => (await readJson<MyReviewsAnswer>("/api/reviews/mine", signal)).ids,
});

/** @throws ApiError with the server's message */
export function editReview(id: number, words: ReviewEdit): Promise<Review> {
  return sendJson("PUT", `/api/reviews/${id}`, words);
}

/** @throws ApiError with the server's message */
export function deleteReview(id: number): Promise<unknown> {
  return sendJson("DELETE", `/api/reviews/${id}`);
}

/** Refetches everything that shows a new review, with lists starting at their first page. */
export async function refreshReviews(client: QueryClient, evId: number): Promise<void> {
  awaitOwnWrite();
  client.setQueriesData<InfiniteData<ReviewsAnswer>>(
    { queryKey: [...reviewsKey(evId), "list"] },
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  // Ratings are part of the vehicle, which may also be cached under the id of a row.
  void client.invalidateQueries({ queryKey: ["ev"] });
  void client.invalidateQueries({ queryKey: ["evs"] });
  void client.invalidateQueries(myReviewsQuery);
  await client.invalidateQueries({ queryKey: reviewsKey(evId) });
}
