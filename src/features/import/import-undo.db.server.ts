import type { Kysely, Transaction } from "kysely";
import { type Writer, recordActivity } from "../activity/activity.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import { changeCatalogue, markChanged } from "../../db/database-changes.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { inBatches } from "../../server/yield-often.server.ts";
import { undoClaims } from "../claims/claim-import.db.server.ts";
import {
  changeRows,
  lockModels,
  removeRows,
  type RowChange,
} from "../catalogue/write-rows.db.server.ts";
import { rowName } from "../../domain/names.ts";
import type { RowSummary } from "../catalogue/figure-history.db.server.ts";
import { joinedRows, toEvRow, selectEvRows } from "../catalogue/row-columns.db.server.ts";
import { NAMED_FIRST } from "./accepted-files.ts";
import { undoableSince, changedValuesOf, UNDO_DAYS } from "./import.db.server.ts";
import type { RowChanges, UndoneAnswer, WrittenAnswer } from "./import.schema.ts";

const MODEL_BATCH_SIZE = 200;

const NOT_UNDOABLE = `This import cannot be undone. It may have been undone already, or it is older than ${UNDO_DAYS} days.`;

type Import = Tables["imports"];

async function findImport<Table extends "imports" | "claim_imports">(
  db: Kysely<Tables>,
  table: Table,
  id: number,
): Promise<Tables[Table] | undefined> {
  const found = await db
    .selectFrom(table as "imports")
    .selectAll()
    .where("id", "=", id)
    .where("at", ">=", undoableSince())
    .executeTakeFirst();
  return found as Tables[Table] | undefined; // Kysely cannot relate a row to a type parameter
}

/** Undoes an import in one transaction, except for what has changed since. @throws UserError 404 */
export async function undoImport(
  database: Pick<Database, "write" | "changes">,
  id: number,
  user: Writer,
): Promise<UndoneAnswer> {
  const undo = async (transaction: Transaction<Tables>) => {
    const ofRows = await findImport(transaction, "imports", id);
    const ofClaims = await findImport(transaction, "claim_imports", id);
    const undone = ofRows
      ? await undoRows(transaction, ofRows, user)
      : ofClaims && (await undoClaims(transaction, ofClaims));
    if (!undone) throw new UserError(404, NOT_UNDOABLE);
    // The updates of rows are deleted with their import.
    for (const table of ["imports", "claim_imports"] as const) {
      await transaction.deleteFrom(table).where("id", "=", id).execute();
    }
    const { subject = "" } = ofRows ?? ofClaims ?? {};
    const { kept } = undone;
    const names = kept.slice(0, NAMED_FIRST).map(rowName).join(", ");
    const after = { ...undone, kept: kept.length, ...(names && { keptRows: names }) };
    await recordActivity(transaction, { user, action: "import-undone", subject, after });
    return undone;
  };
  return changeCatalogue(database, undo, ({ removed, restored }) => removed + restored > 0);
}

async function undoRows(
  transaction: Transaction<Tables>,
  imported: Import,
  user: Writer,
): Promise<UndoneAnswer> {
  const undone: UndoneAnswer = { removed: 0, restored: 0, kept: [] };
  const models = await rowsOfImport(transaction, imported)
    .clearSelect()
    .select("ev_rows.model_id")
    .distinct()
    .orderBy("ev_rows.model_id")
    .execute();
  const modelIds = models.map((row) => row.model_id);
  for await (const some of inBatches(modelIds, MODEL_BATCH_SIZE)) {
    const found = await sortImportedRows(transaction, imported, some);
    await removeRows(transaction, found.removable, found.emptied);
    await changeRows(transaction, found.restorable, { user, isRecorded: false });
    for (const modelId of some) markChanged(transaction, modelId);
    undone.removed += found.removable.length;
    undone.restored += found.restorable.length;
    const remaining = await selectEvRows(transaction).where("model_id", "in", some).execute();
    for (const row of remaining) if (found.kept.has(row.id)) undone.kept.push(toEvRow(row));
  }
  undone.kept.sort((a, b) => a.id - b.id);
  return undone;
}

/** The catalogue's rows, with what an import changed in them. */
function withUpdates(db: Kysely<Tables>, { id }: Import) {
  return joinedRows(db).leftJoin("import_updates", (join) =>
    join.onRef("import_updates.row_id", "=", "ev_rows.id").on("import_updates.import_id", "=", id),
  );
}

/** The rows of an import that still exist. */
function rowsOfImport(db: Kysely<Tables>, imported: Import) {
  const { first_row_id: first, added } = imported;
  return withUpdates(db, imported).where((eb) =>
    eb.or([
      eb.and([eb("ev_rows.id", ">=", first), eb("ev_rows.id", "<", first + added)]),
      eb("import_updates.changes", "is not", null),
    ]),
  );
}

/** Decides what happens to the import's rows of these models. */
async function sortImportedRows(
  transaction: Transaction<Tables>,
  imported: Import,
  modelIds: readonly number[],
) {
  const rows = await readImportedRows(transaction, imported, modelIds);
  const { first_row_id: first, added } = imported;
  const removable: RowSummary[] = [];
  const restorable: RowChange[] = [];
  const kept = new Set<number>();
  for (const row of rows) {
    const isAdded = row.id >= first && row.id < first + added;
    if (row.changes === null && !isAdded) continue;
    // Clocks of instances may differ, so do not compare times for reviews of rows that the import has added.
    const isReviewed = isAdded ? row.isReviewed : row.isReviewedSince;
    const isAsLeft = row.version === (row.writtenVersion ?? 1) && !isReviewed && !row.isClaimed;
    if (!isAsLeft) kept.add(row.id);
    else if (row.changes === null) removable.push(row);
    else {
      const changes = JSON.parse(row.changes) as RowChanges; // written by the import
      restorable.push({ id: row.id, set: changedValuesOf(changes, "before") });
    }
  }
  const ofModels = Map.groupBy(rows, ({ modelId }) => modelId);
  const removableOf = Map.groupBy(removable, ({ modelId }) => modelId);
  const emptied = [...ofModels].filter(([id, all]) => removableOf.get(id)?.length === all.length);
  const voted = await lockVoted(
    transaction,
    emptied.map(([id]) => id),
  );
  const wanted = emptied.filter(([id, all]) => {
    return voted.has(id) || all.some((row) => row.isModelReviewed);
  });
  for (const [, all] of wanted) kept.add(Math.min(...all.map(({ id }) => id)));
  return {
    removable: removable.filter(({ id }) => !kept.has(id)),
    restorable,
    kept,
    /** models that lose all their rows */
    emptied: emptied.filter((model) => !wanted.includes(model)).map(([id]) => id),
  };
}

/** Rows of these models, with what the import did and what uses them; reviews and claims cannot change them now. */
function readImportedRows(
  transaction: Transaction<Tables>,
  imported: Import,
  modelIds: readonly number[],
) {
  const { at } = imported;
  return withUpdates(transaction, imported)
    .clearSelect()
    .select(["ev_rows.id", "ev_rows.model_id as modelId", "ev_rows.version", "year", "trim"])
    .select(["make", "model", "price", "range"])
    .select(["import_updates.version as writtenVersion", "import_updates.changes"])
    .select((eb) => {
      const reviews = eb.selectFrom("reviews").select("reviews.id");
      const ofRow = reviews.whereRef("reviews.row_id", "=", "ev_rows.id");
      const ofModel = reviews
        .whereRef("reviews.model_id", "=", "ev_rows.model_id")
        .where("reviews.row_id", "is", null);
      // A row that an import has added again may still have older claims.
      const claims = eb
        .selectFrom("claims")
        .select("claims.id")
        .whereRef("claims.row_id", "=", "ev_rows.id")
        .where("claims.at", ">=", at);
      return [
        eb.exists(ofRow).as("isReviewed"),
        eb.exists(ofRow.where("reviews.created_at", ">=", at)).as("isReviewedSince"),
        eb.exists(ofModel).as("isModelReviewed"),
        eb.exists(claims).as("isClaimed"),
      ];
    })
    .where("ev_rows.model_id", "in", modelIds)
    .execute();
}

/** Which of these models have votes. Locks them against new votes until the transaction ends. */
async function lockVoted(
  transaction: Transaction<Tables>,
  modelIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (modelIds.length === 0) return new Set();
  await lockModels(transaction, modelIds);
  const voted = await transaction
    .selectFrom("vote_stats")
    .select("model_id")
    .where("model_id", "in", modelIds)
    .where((eb) => eb(eb("upvotes", "+", eb.ref("downvotes")), ">", 0))
    .execute();
  return new Set(voted.map(({ model_id: modelId }) => modelId));
}

type WrittenRow = WrittenAnswer["rows"][number];

/** An import and its rows that still exist, sorted by id. @throws UserError 404 */
export async function readImport(
  { read }: Pick<Database, "read">,
  id: number,
  { after, limit }: { after: number; limit: number },
): Promise<Pick<Import, "at" | "subject"> & { rows: WrittenRow[] }> {
  const imported = await findImport(read, "imports", id);
  if (!imported) throw new UserError(404, NOT_UNDOABLE);
  const { at, subject } = imported;
  const rows = await rowsOfImport(read, imported)
    .select("import_updates.changes")
    .where("ev_rows.id", ">", after)
    .orderBy("ev_rows.id")
    .limit(limit)
    .execute();
  const written = rows.map(({ changes, ...row }): WrittenRow => {
    const named = { id: row.id, name: rowName(row) };
    if (changes === null) return { ...named, kind: "added", changes: {} };
    return { ...named, kind: "updated", changes: JSON.parse(changes) as RowChanges }; // written by the import
  });
  return { at, subject, rows: written };
}
