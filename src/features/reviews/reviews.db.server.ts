import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../db/database.server.ts";
import {
  inReadTransaction,
  changeCatalogue,
  type MarkChanged,
  reserveIds,
} from "../../db/database-changes.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { withoutKey, type WriteOnce } from "../../server/retries.db.server.ts";
import { MAX_STARS, SAME_REVIEW_MS } from "./limits.ts";
import type { Review } from "./reviews.schema.ts";
import type { ReviewSort, StarCounts } from "./reviews.ts";
import { modelOfAlias } from "../catalogue/model-merges.db.server.ts";
import { VEHICLE_NOT_FOUND } from "../catalogue/vehicle-rows.db.server.ts";

export const TRIM_NOT_FOUND = "Trim not found";
export const REVIEW_NOT_FOUND = "Review not found";

/** A stored review. `rowId` is the row of its trim, or null for the model (reviews.md#what-a-review-is). */
interface StoredReview extends Omit<Review, "trimId"> {
  rowId: number | null;
}

interface ReviewsRequest {
  modelId: number;
  /** limits it to reviews of this trim; null for those of the model and all its trims */
  rowId: number | null;
  sort: ReviewSort;
  limit: number;
  offset: number;
}

interface NewReview {
  modelId: number;
  /** the trim by its row, else by its index; the model if neither is given */
  rowId: number | null;
  trimId: number | null;
  userName: string;
  rating: number;
  comment: string;
  visitor?: string;
}

/** What a retry stores of a review. It has no text, so that deleting a review deletes its text everywhere. */
export interface KeptReview {
  id: number;
  trimId?: number | undefined;
}

export type ReviewStore = ReturnType<typeof createReviewStore>;

export function createReviewStore(database: Database) {
  const { read, write } = database;
  return {
    /** One page of reviews and the counts of all, read in one transaction. */
    read: (request: ReviewsRequest): Promise<{ reviews: StoredReview[]; histogram: StarCounts }> =>
      inReadTransaction(database, async (transaction) => ({
        reviews: await readReviews(transaction, request),
        histogram: await countStars(transaction, request),
      })),

    /**
     * Writers run one at a time, so no row is deleted in between. Repeating the same review within a day does
     * not add a second one. @throws UserError 404
     */
    add(review: NewReview, once: WriteOnce<KeptReview> = withoutKey): Promise<Review> {
      let isNew = true;
      const addOnce = async (transaction: Transaction<Tables>, markChanged: MarkChanged) => {
        const added = await addReview(transaction, review, markChanged);
        isNew = added.isNew;
        return added.review;
      };
      return changeCatalogue(
        database,
        (transaction, markChanged) =>
          once(
            transaction,
            () => addOnce(transaction, markChanged),
            ({ id, trimId }) => ({ id, trimId }),
          ),
        () => isNew,
      );
    },

    /** Finds a review that was added before. @throws UserError 404 */
    async find({ id, trimId }: KeptReview): Promise<Review> {
      const review = await read
        .selectFrom("reviews")
        .select(WORDS)
        .where("id", "=", id)
        .executeTakeFirst();
      if (!review) throw new UserError(404, REVIEW_NOT_FOUND);
      return { ...reviewOf(review), ...(trimId !== undefined && { trimId }) };
    },

    /** @throws UserError 404 */
    async requireReview(id: number): Promise<void> {
      const review = await read
        .selectFrom("reviews")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      if (!review) throw new UserError(404, REVIEW_NOT_FOUND);
    },

    /** @returns false when this visitor already flagged it */
    async flag(id: number, visitor: string): Promise<boolean> {
      const written = await write
        .insertInto("review_flags")
        .values({ review_id: id, visitor, created_at: new Date().toISOString() })
        .onConflict((conflict) => conflict.columns(["review_id", "visitor"]).doNothing())
        .executeTakeFirst();
      return written.numInsertedOrUpdatedRows === 1n;
    },
  };
}

export const WORDS = [
  "id",
  "user_name as userName",
  "rating",
  "comment",
  "created_at as createdAt",
  "edited",
] as const;

export function reviewOf<Stored extends { edited: number }>({ edited, ...review }: Stored) {
  return { ...review, ...(edited === 1 && { edited: true as const }) };
}

async function addReview(
  transaction: Transaction<Tables>,
  review: NewReview,
  markChanged: MarkChanged,
): Promise<{ review: Review; isNew: boolean }> {
  // The model may have been merged into another one while this call waited.
  const alias = await modelOfAlias(transaction, review.modelId).executeTakeFirst();
  const modelId = alias?.model_id ?? review.modelId;
  const trim = await trimOf(transaction, { ...review, modelId });
  const about = { ...review, modelId, rowId: trim?.rowId ?? null };
  const ofTrim = trim && { trimId: trim.index };
  const former = await findSame(transaction, about);
  if (former) return { review: { ...reviewOf(former), ...ofTrim }, isNew: false };
  markChanged(modelId);
  const id = await reserveIds(transaction, "reviews", 1);
  const { userName, rating, comment, visitor = null } = review;
  const createdAt = new Date().toISOString();
  await transaction
    .insertInto("reviews")
    .values({
      id,
      model_id: modelId,
      row_id: about.rowId,
      user_name: userName,
      rating,
      comment,
      created_at: createdAt,
      visitor,
    })
    .execute();
  return { review: { id, userName, rating, comment, createdAt, ...ofTrim }, isNew: true };
}

/** Finds the visitor's review of the same car with the same current text from the last day. */
async function findSame(
  transaction: Transaction<Tables>,
  { modelId, rowId, userName, rating, comment, visitor }: Omit<NewReview, "trimId">,
) {
  if (visitor === undefined) return undefined;
  return transaction
    .selectFrom("reviews")
    .select(WORDS)
    .where("visitor", "=", visitor)
    .where("model_id", "=", modelId)
    .where("row_id", rowId === null ? "is" : "=", rowId)
    .where("user_name", "=", userName)
    .where("rating", "=", rating)
    .where("comment", "=", comment)
    .where("created_at", ">", new Date(Date.now() - SAME_REVIEW_MS).toISOString())
    .orderBy("id")
    .executeTakeFirst();
}

function reviewsOf(db: Kysely<Tables>, { modelId, rowId }: ReviewsRequest) {
  const ofModel = db.selectFrom("reviews").where("model_id", "=", modelId);
  return rowId === null ? ofModel : ofModel.where("row_id", "=", rowId);
}

async function readReviews(db: Kysely<Tables>, request: ReviewsRequest): Promise<StoredReview[]> {
  let query = reviewsOf(db, request).select([...WORDS, "row_id as rowId"]);
  if (request.sort !== "newest") {
    query = query.orderBy("rating", request.sort === "highest" ? "desc" : "asc");
  }
  const reviews = await query
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(request.limit)
    .offset(request.offset)
    .execute();
  return reviews.map(reviewOf);
}

async function countStars(db: Kysely<Tables>, request: ReviewsRequest): Promise<StarCounts> {
  const counted = await reviewsOf(db, request)
    .select((eb) => ["rating", eb.fn.countAll<number>().as("count")])
    .groupBy("rating")
    .execute();
  const countOf = (stars: number) => counted.find(({ rating }) => rating === stars)?.count ?? 0;
  return [countOf(1), countOf(2), countOf(3), countOf(4), countOf(MAX_STARS)];
}

/** null for the model (reviews.md#what-a-review-is). @throws UserError 404 */
export async function trimOf(
  transaction: Transaction<Tables>,
  { modelId, rowId, trimId }: Pick<NewReview, "modelId" | "rowId" | "trimId">,
): Promise<{ rowId: number; index: number } | null> {
  const rows = await transaction
    .selectFrom("ev_rows")
    .select("id")
    .where("model_id", "=", modelId)
    .orderBy("year", "desc")
    .orderBy("id")
    .execute();
  if (rows.length === 0) throw new UserError(404, VEHICLE_NOT_FOUND);
  if (rowId === null && trimId === null) return null;
  const index = rowId === null ? (trimId ?? -1) : rows.findIndex((row) => row.id === rowId);
  const row = rows[index];
  if (!row) throw new UserError(404, TRIM_NOT_FOUND);
  return { rowId: row.id, index };
}
