/** Keeps and restores claims when their rows are deleted and added again (evidence.md#lifetime-of-claims). */
import type { Transaction } from "../../db/database-tables.server.ts";
import { CLAIM_DETAILS } from "../claims/claims.ts";

/** The content of a claim, without its id and row. */
const CONTENT = ["field", "value", ...CLAIM_DETAILS, "at"] as const;

/** Seven times as many as in the starter catalogue; beyond that the oldest are removed. */
export const REMOVED_CLAIMS_KEPT = 50_000;

/** Keeps the claims of rows that are about to be deleted, by the rows' names. */
export async function keepRemovedClaims(tx: Transaction, rowIds: readonly number[]): Promise<void> {
  if (rowIds.length === 0) return;
  await tx
    .insertInto("removed_claims")
    .columns(["id", "make_key", "model_key", "trim_key", "year", ...CONTENT])
    .expression((eb) =>
      eb
        .selectFrom("claims")
        .innerJoin("ev_rows", "ev_rows.id", "claims.row_id")
        .innerJoin("models", "models.id", "ev_rows.model_id")
        .select(["claims.id", "models.make_key", "models.model_key"])
        .select(["ev_rows.trim_key", "ev_rows.year"])
        .select(CONTENT.map((column) => `claims.${column}` as const))
        .where("claims.row_id", "in", rowIds),
    )
    .execute();
  await tx
    .deleteFrom("removed_claims")
    .where("id", "<=", (eb) =>
      eb
        .selectFrom("removed_claims")
        .select("id")
        .orderBy("id", "desc")
        .limit(1)
        .offset(REMOVED_CLAIMS_KEPT),
    )
    .execute();
}

/** Gives new rows, whose ids are consecutive, the claims of deleted rows with the same names. */
export async function restoreRemovedClaims(
  tx: Transaction,
  firstRowId: number,
  count: number,
): Promise<void> {
  // There are almost never any, and an import may have added 20,000 rows.
  const any = await tx.selectFrom("removed_claims").select("id").limit(1).execute();
  if (any.length === 0) return;
  await tx
    .insertInto("claims")
    .columns(["id", "row_id", ...CONTENT])
    .expression((eb) =>
      eb
        .selectFrom("removed_claims as removed")
        .innerJoin("models", (join) =>
          join
            .onRef("models.make_key", "=", "removed.make_key")
            .onRef("models.model_key", "=", "removed.model_key"),
        )
        .innerJoin("ev_rows", (join) =>
          join
            .onRef("ev_rows.model_id", "=", "models.id")
            .onRef("ev_rows.trim_key", "=", "removed.trim_key")
            .onRef("ev_rows.year", "=", "removed.year"),
        )
        .select(["removed.id", "ev_rows.id as row_id"])
        .select(CONTENT.map((column) => `removed.${column}` as const))
        .where("ev_rows.id", ">=", firstRowId)
        .where("ev_rows.id", "<", firstRowId + count),
    )
    .execute();
  await tx
    .deleteFrom("removed_claims")
    .where("id", "in", (eb) => eb.selectFrom("claims").select("claims.id"))
    .execute();
}
