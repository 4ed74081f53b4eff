import type { Transaction } from "kysely";
import type { Tables } from "../../../db/database-tables.server.ts";

interface ImportedRows {
  modelIds: readonly number[];
  /** time of the import */
  at: string;
  isAdded(this: void, rowId: number): boolean;
}

/**
 * Finds rows that were reviewed or got claims since an import, and models reviewed as a whole. This cannot
 * change concurrently, since both also write the catalogue.
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
    // Clocks of instances may differ, so do not compare times for rows that the import has added.
    else if (isAdded(rowId) || written >= at) usedSince.add(rowId);
  }
  // A row that an import has added again may still have older claims.
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
