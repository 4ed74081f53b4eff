import type { Kysely, Transaction } from "kysely";
import { reserveIds } from "../../db/database-changes.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import type { StoredRow } from "../../domain/vehicle.ts";
import { insertClaims } from "./claim-insert.db.server.ts";
import { columnsOfClaim } from "./claims.db.server.ts";
import { fieldLike, isTest } from "./claims.ts";
import { readStarterClaims, type StarterClaim, starterKey } from "./starter-claims.server.ts";

/** A row of the starter catalogue, as it is here and as the starter files have it. */
interface StarterRow {
  row: StoredRow;
  now: Readonly<EvInput>;
  first: Readonly<EvInput>;
}

interface PlannedClaim {
  rowId: number;
  modelId: number;
  claim: StarterClaim;
}

/** Adds the claims of new starter rows, in the transaction that adds the rows. */
export async function insertStarterClaims(
  transaction: Transaction<Tables>,
  rows: readonly { id: number; input: Readonly<EvInput> }[],
): Promise<void> {
  const byCar = await readStarterClaims();
  const planned = rows.flatMap(({ id, input }) =>
    (byCar.get(starterKey(input)) ?? []).map((claim) => ({ rowId: id, claim })),
  );
  await insertPlannedClaims(transaction, planned);
}

/**
 * Plans claims for figures that still equal a starter file and have no claim yet, so claims that somebody
 * deleted do not come back beside other claims.
 */
export async function planStarterClaims(
  db: Kysely<Tables>,
  rows: readonly StarterRow[],
): Promise<PlannedClaim[]> {
  if (rows.length === 0) return [];
  const byCar = await readStarterClaims();
  const vouchedFor = await db
    .selectFrom("claims")
    .select(["row_id", "field"])
    .distinct()
    .where(
      "row_id",
      "in",
      rows.map(({ row }) => row.id),
    )
    .execute();
  const claimedFigures = new Set(vouchedFor.map(({ row_id, field }) => `${row_id} ${field}`));
  return rows.flatMap(({ row, now, first }) =>
    (byCar.get(starterKey(now)) ?? [])
      .filter(({ field }) => {
        if (claimedFigures.has(`${row.id} ${field}`)) return false;
        const figure = fieldLike(field);
        return isTest(field) || row[figure] === now[figure] || row[figure] === first[figure];
      })
      .map((claim) => ({ rowId: row.id, modelId: row.modelId, claim })),
  );
}

export async function insertPlannedClaims(
  transaction: Transaction<Tables>,
  planned: readonly Omit<PlannedClaim, "modelId">[],
): Promise<void> {
  if (planned.length === 0) return;
  const firstId = await reserveIds(transaction, "claims", planned.length);
  const at = new Date().toISOString();
  await insertClaims(
    transaction,
    planned.map(({ rowId, claim }, index) => ({
      id: firstId + index,
      row_id: rowId,
      field: claim.field,
      ...columnsOfClaim(claim, at),
    })),
  );
}
