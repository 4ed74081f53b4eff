import type { Transaction } from "kysely";
import type { Database } from "../../db/database.server.ts";
import { changeCatalogue, type MarkChanged } from "../../db/database-changes.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { REVIEW_NOT_FOUND, reviewOf, trimOf, WORDS } from "./reviews.db.server.ts";
import type { Review, ReviewEdit } from "./reviews.schema.ts";

const NOT_YOURS = "Only its writer can edit a review.";

export type OwnReviewStore = ReturnType<typeof createOwnReviewStore>;

/** Edits and deletes reviews for their writers (reviews.md#own-reviews). */
export function createOwnReviewStore(database: Database) {
  return {
    /** @throws UserError 404; 403 when another visitor wrote the review */
    edit: (id: number, visitor: string | null, words: ReviewEdit): Promise<Review> =>
      changeCatalogue(database, (transaction, markChanged) =>
        editReview(transaction, { id, visitor, words, markChanged }),
      ),

    /** @returns false when this visitor wrote no such review */
    removeOwn: (id: number, visitor: string): Promise<boolean> =>
      changeCatalogue(
        database,
        async (transaction, markChanged) => {
          const removed = await transaction
            .deleteFrom("reviews")
            .where("id", "=", id)
            .where("visitor", "=", visitor)
            .returning("model_id")
            .executeTakeFirst();
          if (removed) markChanged(removed.model_id);
          return removed !== undefined;
        },
        (isRemoved) => isRemoved,
      ),

    async writtenBy(visitor: string): Promise<number[]> {
      const reviews = await database.read
        .selectFrom("reviews")
        .select("id")
        .where("visitor", "=", visitor)
        .orderBy("id")
        .execute();
      return reviews.map(({ id }) => id);
    },
  };
}

interface ReviewChange {
  id: number;
  visitor: string | null;
  words: ReviewEdit;
  markChanged: MarkChanged;
}

async function editReview(
  transaction: Transaction<Tables>,
  { id, visitor, words: { userName, rating, comment }, markChanged }: ReviewChange,
): Promise<Review> {
  const former = await transaction
    .selectFrom("reviews")
    .select(["model_id", "row_id", "visitor"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!former) throw new UserError(404, REVIEW_NOT_FOUND);
  if (visitor === null || former.visitor !== visitor) throw new UserError(403, NOT_YOURS);
  markChanged(former.model_id);
  const edited = await transaction
    .updateTable("reviews")
    .set({ user_name: userName, rating, comment, edited: 1 })
    .where("id", "=", id)
    .returning(WORDS)
    .executeTakeFirstOrThrow();
  const about = { modelId: former.model_id, rowId: former.row_id, trimId: null };
  const trim = await trimOf(transaction, about);
  return { ...reviewOf(edited), ...(trim && { trimId: trim.index }) };
}
