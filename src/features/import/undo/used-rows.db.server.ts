import type { Transaction } from "kysely";
import type { Tables } from "../../../db/database-tables.server.ts";

interface ImportedRows {
  modelIds: readonly number[];
  /** when the import was */
  at: string;
  isAdded(this: void, rowId: number): boolean;
}

/**
 * Rows reviewed or vouched for since an import, and models reviewed as such. Nobody does so
 * meanwhile: both are writes of the catalogue too.
 */
export async function readUsedRows(
  transaction: Transaction<Tables>,
  { modelIds, at, isAdded }: ImportedRows,
) {
  const reviews = await transaction
    .selectFrom("reviews")
    .select(["model_id", "row_id", "created_at"])
    .where("model_id", "in", modelIds)
    .execute();
  const usedSince = new Set<number>();
  const reviewedModels = new Set<number>();
  for (const { model_id: modelId, row_id: rowId, created_at: written } of reviews) {
    if (rowId === null) reviewedModels.add(modelId);
    // Clocks of several instances differ; of a row that was not there before, no time is asked.
    else if (isAdded(rowId) || written >= at) usedSince.add(rowId);
  }
  // A row that an import has added again may have claims from before.
  const claimed = await transaction
    .selectFrom("claims")
    .innerJoin("ev_rows", "ev_rows.id", "claims.row_id")
    .select("claims.row_id")
    .distinct()
    .where("ev_rows.model_id", "in", modelIds)
    .where("claims.at", ">=", at)
    .execute();
  for (const { row_id: rowId } of claimed) usedSince.add(rowId);
  return { usedSince, reviewedModels };
}
