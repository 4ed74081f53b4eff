import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { reserveIds } from "../../db/database-changes.server.ts";
import type { Tables, Transaction } from "../../db/database-tables.server.ts";
import { inBatches } from "../../server/yield-often.server.ts";
import { rowName } from "../../domain/names.ts";
import { present } from "../../domain/trims.ts";
import type { StoredRow } from "../../domain/vehicle.ts";
import { CLAIM_DETAILS } from "../claims/claims.ts";

/** Yields to other requests after each statement. */
const ROWS_PER_STATEMENT = 1_000;
/** Each line has nine parameters. */
const LINES_PER_STATEMENT = 100;

/** A price or range of 0 is recorded as null, which means unknown (vehicles.md#missing-values). */
type NewLine = Omit<Tables["row_changes"], "id" | "at">;

/** The columns of a row that are recorded. */
export type RowSummary = Pick<
  StoredRow,
  "id" | "modelId" | "year" | "make" | "model" | "trim" | "price" | "range"
>;

/**
 * Records new rows, whose ids are consecutive, in the transaction that adds them. The database copies them itself,
 * in half the time of sending the values (saving.md#price-and-range-over-time).
 */
export async function recordAddedRows(tx: Transaction, firstRowId: number, count: number) {
  const firstId = await reserveIds(tx, "row_changes", count);
  const at = new Date().toISOString();
  for (let from = 0; from < count; from += ROWS_PER_STATEMENT) {
    const to = Math.min(count, from + ROWS_PER_STATEMENT);
    await sql`insert into row_changes (id, at, kind, model_id, row_id, name, price, "range")
      select e.id + ${firstId - firstRowId}, ${at}, 'added', e.model_id, e.id,
        cast(e.year as text) || ' ' || m.make || ' ' || m.model || ' ' || e.trim,
        nullif(e.price, 0), nullif(e."range", 0)
      from ev_rows e join models m on m.id = e.model_id
      where e.id >= ${firstRowId + from} and e.id < ${firstRowId + to}`.execute(tx);
    await setImmediate();
  }
}

/** Prices and ranges are shown whole, so a smaller change is none to a reader. */
function shownFigure(figure: number | null): number | null {
  return present(figure === null ? null : Math.round(figure));
}

/** Records changed prices and ranges in the transaction that changes the rows. */
export function recordFigures(
  tx: Transaction,
  changes: readonly { before: RowSummary; after: RowSummary }[],
): Promise<void> {
  const lines = changes.flatMap(({ before, after }) =>
    (["price", "range"] as const)
      .filter((figure) => shownFigure(before[figure]) !== shownFigure(after[figure]))
      .map((figure) => ({ ...lineOf(after, figure), figure_before: present(before[figure]) })),
  );
  return insertLines(tx, lines);
}

/** Records deleted rows with their last figures in the transaction that deletes them. */
export function recordRemovedRows(tx: Transaction, rows: readonly RowSummary[]): Promise<void> {
  return insertLines(
    tx,
    rows.map((row) => lineOf(row, "removed")),
  );
}

function lineOf(row: RowSummary, kind: NewLine["kind"]): NewLine {
  const { id, modelId } = row;
  const [price, range] = [present(row.price), present(row.range)];
  return {
    kind,
    model_id: modelId,
    row_id: id,
    name: rowName(row),
    price,
    range,
    figure_before: null,
  };
}

async function insertLines(tx: Transaction, lines: readonly NewLine[]): Promise<void> {
  if (lines.length === 0) return;
  const firstId = await reserveIds(tx, "row_changes", lines.length);
  const at = new Date().toISOString();
  const rows = lines.map((line, index) => ({ id: firstId + index, at, ...line }));
  for await (const part of inBatches(rows, LINES_PER_STATEMENT)) {
    await tx.insertInto("row_changes").values(part).execute();
  }
}

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
export async function restoreRemovedClaims(tx: Transaction, firstRowId: number, count: number) {
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
