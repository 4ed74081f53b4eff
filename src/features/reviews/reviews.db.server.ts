import type { Database } from "../../db/database.server.ts";
import {
  changeCatalogue,
  inReadTransaction,
  markChanged,
  reserveIds,
} from "../../db/database-changes.server.ts";
import type { Db, Transaction } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { withoutKey, type WriteOnce } from "../../server/retries.db.server.ts";
import type {
  ModeratedReview,
  ModerationAnswer,
  ModerationQuery,
  Review,
  ReviewEdit,
  ReviewsAnswer,
} from "./reviews.schema.ts";
import { figuresOf, MAX_STARS, MODERATED_REVIEWS } from "./reviews.ts";
import type { ReviewsPart } from "./reviews.queries.ts";
import { modelOfAlias } from "../catalogue/model-merges.db.server.ts";
import { VEHICLE_NOT_FOUND } from "../catalogue/row-columns.db.server.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { sql } from "kysely";
import { type Writer, recordActivity } from "../activity/activity.db.server.ts";
import { requireSession } from "../../server/sessions.db.server.ts";

/** Repeating the same review within this time does not add a second one. */
export const SAME_REVIEW_MS = 24 * 3_600_000;

export const TRIM_NOT_FOUND = "Trim not found";
const REVIEW_NOT_FOUND = "Review not found";
const NOT_YOURS = "Only its writer can edit a review.";

type ReviewsPage = Omit<ReviewsPart, "evId">;

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

export function createReviewStore(database: Database) {
  const { read, write } = database;
  return {
    read: (ev: Ev, page: ReviewsPage): Promise<ReviewsAnswer> =>
      inReadTransaction(database, (tx) => readPage(tx, ev, page)),

    /** Repeating a review within a day does not add a second one. @throws UserError 404 */
    add(review: NewReview, once: WriteOnce<KeptReview> = withoutKey): Promise<Review> {
      let isNew = true;
      const addOnce = async (tx: Transaction) => {
        const added = await addReview(tx, review);
        isNew = added.isNew;
        return added.review;
      };
      return changeCatalogue(
        database,
        (tx) =>
          once(
            tx,
            () => addOnce(tx),
            ({ id, trimId }) => ({ id, trimId }),
          ),
        () => isNew,
      );
    },

    /** @throws UserError 404 */
    async find(id: number): Promise<Review> {
      const review = await read
        .selectFrom("reviews")
        .select(WORDS)
        .where("id", "=", id)
        .executeTakeFirst();
      if (!review) throw new UserError(404, REVIEW_NOT_FOUND);
      return reviewOf(review);
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

    /** @throws UserError 404; 403 when another visitor wrote the review */
    edit: (id: number, visitor: string | null, words: ReviewEdit): Promise<Review> =>
      changeCatalogue(database, (tx) => editReview(tx, { id, visitor, words })),

    /** @returns false when this visitor wrote no such review */
    removeOwn: (id: number, visitor: string): Promise<boolean> =>
      changeCatalogue(
        database,
        async (tx) => {
          const removed = await tx
            .deleteFrom("reviews")
            .where("id", "=", id)
            .where("visitor", "=", visitor)
            .returning("model_id")
            .executeTakeFirst();
          if (removed) markChanged(tx, removed.model_id);
          return removed !== undefined;
        },
        (isRemoved) => isRemoved,
      ),

    async writtenBy(visitor: string): Promise<number[]> {
      const reviews = await read
        .selectFrom("reviews")
        .select("id")
        .where("visitor", "=", visitor)
        .orderBy("id")
        .execute();
      return reviews.map(({ id }) => id);
    },
  };
}

const WORDS = [
  "id",
  "user_name as userName",
  "rating",
  "comment",
  "created_at as createdAt",
  "edited",
] as const;

function reviewOf<Stored extends { edited: number }>({ edited, ...review }: Stored) {
  return { ...review, ...(edited === 1 && { edited: true as const }) };
}

async function addReview(tx: Transaction, review: NewReview) {
  // The model may have been merged into another one while this call waited.
  const alias = await modelOfAlias(tx, review.modelId).executeTakeFirst();
  const modelId = alias?.model_id ?? review.modelId;
  const trim = await trimOf(tx, { ...review, modelId });
  const about = { ...review, modelId, rowId: trim?.rowId ?? null };
  const ofTrim = trim && { trimId: trim.index };
  const former = await findSame(tx, about);
  if (former) return { review: { ...reviewOf(former), ...ofTrim }, isNew: false };
  markChanged(tx, modelId);
  const id = await reserveIds(tx, "reviews", 1);
  const { userName, rating, comment, visitor = null } = review;
  const createdAt = new Date().toISOString();
  await tx
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

/** @throws UserError 404; 403 when another visitor wrote the review */
async function editReview(
  tx: Transaction,
  { id, visitor, words }: { id: number; visitor: string | null; words: ReviewEdit },
): Promise<Review> {
  const former = await tx
    .selectFrom("reviews")
    .select(["model_id", "row_id", "visitor"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!former) throw new UserError(404, REVIEW_NOT_FOUND);
  if (visitor === null || former.visitor !== visitor) throw new UserError(403, NOT_YOURS);
  markChanged(tx, former.model_id);
  const { userName, rating, comment } = words;
  const edited = await tx
    .updateTable("reviews")
    .set({ user_name: userName, rating, comment, edited: 1 })
    .where("id", "=", id)
    .returning(WORDS)
    .executeTakeFirstOrThrow();
  const about = { modelId: former.model_id, rowId: former.row_id, trimId: null };
  const trim = await trimOf(tx, about);
  return { ...reviewOf(edited), ...(trim && { trimId: trim.index }) };
}

/** Finds the visitor's review of the same car with the same current text from the last day. */
async function findSame(
  tx: Transaction,
  { modelId, rowId, userName, rating, comment, visitor }: Omit<NewReview, "trimId">,
) {
  if (visitor === undefined) return undefined;
  return tx
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

/** One page of reviews, each with the present index of its trim, and the counts of all. */
async function readPage(db: Db, ev: Ev, { trimId, sort, limit, offset }: ReviewsPage) {
  const rowId = trimId === null ? null : (ev.trims[trimId]?.rowId ?? null);
  const ofModel = db.selectFrom("reviews").where("model_id", "=", ev.id);
  const reviews = rowId === null ? ofModel : ofModel.where("row_id", "=", rowId);
  const counted = await reviews
    .select((eb) => ["rating", eb.fn.countAll<number>().as("count")])
    .groupBy("rating")
    .execute();
  const countOf = (stars: number) => counted.find(({ rating }) => rating === stars)?.count ?? 0;
  const byRating =
    sort === "newest" ? reviews : reviews.orderBy("rating", sort === "highest" ? "desc" : "asc");
  const page = await byRating
    .select([...WORDS, "row_id as rowId"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    reviews: page.map(({ rowId: row, ...review }) => {
      // A review of the model has no row (reviews.md#what-a-review-is).
      const trim = ev.trims.find((one) => one.rowId === row);
      return { ...reviewOf(review), ...(trim && { trimId: trim.index }) };
    }),
    ...figuresOf([countOf(1), countOf(2), countOf(3), countOf(4), countOf(MAX_STARS)]),
  };
}

/** null for the model (reviews.md#what-a-review-is). @throws UserError 404 */
async function trimOf(
  tx: Transaction,
  { modelId, rowId, trimId }: Pick<NewReview, "modelId" | "rowId" | "trimId">,
): Promise<{ rowId: number; index: number } | null> {
  const rows = await tx
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

export function createReviewModeration(
  database: Pick<Database, "write" | "snapshots" | "changes">,
) {
  const { write } = database;
  return {
    /** Flagged reviews only, most flags first, or all, newest first. */
    read: (request: ModerationQuery): Promise<ModerationAnswer> =>
      inReadTransaction(database, async (tx) => {
        const flagged = await countReviews(tx, true);
        const total = request.flagged ? flagged : await countReviews(tx, false);
        return { reviews: await readModeratedReviews(tx, request), total, flagged };
      }),

    /** Creates a new catalogue version with the changed rating. @throws UserError 404 */
    remove: (id: number, user: Writer): Promise<void> =>
      changeCatalogue(database, async (tx) => {
        const { userName, rating, comment, createdAt, ...about } = await find(tx, id);
        markChanged(tx, about.modelId);
        await tx.deleteFrom("reviews").where("id", "=", id).execute();
        await recordActivity(tx, {
          user,
          action: "review-removed",
          subject: reviewSubject({ ...about, userName }),
          before: { userName, rating, comment, createdAt },
        });
      }),

    /** Removes all flags of a review. @throws UserError 404 */
    keep: (id: number, user: Writer): Promise<void> =>
      write.transaction().execute(async (tx) => {
        await requireSession(tx, user);
        const review = await find(tx, id);
        if (review.flags === 0) return;
        await tx.deleteFrom("review_flags").where("review_id", "=", id).execute();
        await recordActivity(tx, {
          user,
          action: "review-kept",
          subject: reviewSubject(review),
          before: { flags: review.flags },
          after: { flags: 0 },
        });
      }),
  };
}

type ReviewNames = Pick<ModeratedReview, "userName" | "make" | "model" | "trim">;

/** `Bo's review of 2025 Kia EV6 Wind` */
function reviewSubject({ userName, make, model, trim }: ReviewNames): string {
  const vehicle = trim ? `${trim.year} ${make} ${model} ${trim.trim}` : `${make} ${model}`;
  return `${userName}'s review of ${vehicle}`;
}

function flaggedReviews(db: Db) {
  return db.selectFrom("review_flags").select("review_id");
}

async function countReviews(db: Db, flagged: boolean): Promise<number> {
  const all = db.selectFrom("reviews").select((eb) => eb.fn.countAll<number>().as("count"));
  const counted = flagged ? all.where("id", "in", flaggedReviews(db)) : all;
  return (await counted.executeTakeFirstOrThrow()).count;
}

function moderated(db: Db) {
  return db
    .selectFrom("reviews")
    .innerJoin("models", "models.id", "reviews.model_id")
    .leftJoin("ev_rows", "ev_rows.id", "reviews.row_id")
    .select([
      "reviews.id",
      "user_name as userName",
      "rating",
      "comment",
      "reviews.created_at as createdAt",
      "reviews.model_id as modelId",
      "reviews.row_id as rowId",
      "models.make",
      "models.model",
      "ev_rows.trim",
      "ev_rows.year",
    ])
    .select((eb) =>
      eb
        .selectFrom("review_flags")
        .whereRef("review_flags.review_id", "=", "reviews.id")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("flags"),
    );
}

type ModeratedRow = Awaited<ReturnType<ReturnType<typeof moderated>["execute"]>>[number];

function moderatedReview({ rowId, trim, year, ...row }: ModeratedRow): ModeratedReview {
  const isOfTrim = rowId !== null && trim !== null && year !== null;
  return { ...row, flags: row.flags ?? 0, trim: isOfTrim ? { rowId, trim, year } : null };
}

async function readModeratedReviews(
  db: Db,
  { flagged, limit = MODERATED_REVIEWS, offset = 0 }: ModerationQuery,
): Promise<ModeratedReview[]> {
  let query = moderated(db);
  if (flagged) {
    query = query.where("reviews.id", "in", flaggedReviews(db)).orderBy(sql`flags`, "desc");
  }
  const rows = await query
    .orderBy("reviews.created_at", "desc")
    .orderBy("reviews.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(moderatedReview);
}

async function find(tx: Transaction, id: number): Promise<ModeratedReview> {
  const row = await moderated(tx).where("reviews.id", "=", id).executeTakeFirst();
  if (!row) throw new UserError(404, REVIEW_NOT_FOUND);
  return moderatedReview(row);
}
