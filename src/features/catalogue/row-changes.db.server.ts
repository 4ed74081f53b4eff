import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";

import { reserveIds } from "../../db/database-changes.server.ts";
import type { Tables, Transaction } from "../../db/database-tables.server.ts";
import { inBatches } from "../../server/yield-often.server.ts";
import { rowName } from "../../domain/names.ts";
import { present } from "../../domain/trims.ts";
import type { StoredRow } from "../../domain/vehicle.ts";

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
export async function recordAddedRows(
  tx: Transaction,
  firstRowId: number,
  count: number,
): Promise<void> {
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
