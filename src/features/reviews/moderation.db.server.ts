import { sql } from "kysely";
import { type NewActivity, recordActivity } from "../activity/activity.db.server.ts";
import { requireSession } from "../../server/sessions.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import { inReadTransaction, changeCatalogue } from "../../db/database-changes.server.ts";
import type { Db, Transaction } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { REVIEW_NOT_FOUND } from "./reviews.db.server.ts";
import type { ModeratedReview, ModerationAnswer, ModerationQuery } from "./reviews.schema.ts";
import { MODERATED_REVIEWS } from "./reviews.ts";

type User = NewActivity["user"];

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
    remove: (id: number, user: User): Promise<void> =>
      changeCatalogue(database, async (tx, markChanged) => {
        const { userName, rating, comment, createdAt, ...about } = await find(tx, id);
        markChanged(about.modelId);
        await tx.deleteFrom("reviews").where("id", "=", id).execute();
        await recordActivity(tx, {
          user,
          action: "review-removed",
          subject: reviewSubject({ ...about, userName }),
          before: { userName, rating, comment, createdAt },
        });
      }),

    /** Removes all flags of a review. @throws UserError 404 */
    keep: (id: number, user: User): Promise<void> =>
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

/** `Bo's review of 2025 Kia EV6 Wind` */
function reviewSubject({
  userName,
  make,
  model,
  trim,
}: Pick<ModeratedReview, "userName" | "make" | "model" | "trim">): string {
  const vehicle = trim ? `${trim.year} ${make} ${model} ${trim.trim}` : `${make} ${model}`;
  return `${userName}'s review of ${vehicle}`;
}

async function countReviews(db: Db, flagged: boolean): Promise<number> {
  const { count } = flagged
    ? await db
        .selectFrom("review_flags")
        .select((eb) => eb.fn.count<number>("review_id").distinct().as("count"))
        .executeTakeFirstOrThrow()
    : await db
        .selectFrom("reviews")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
  return count;
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
    query = query
      .where("reviews.id", "in", (eb) => eb.selectFrom("review_flags").select("review_id"))
      .orderBy(sql`flags`, "desc");
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
