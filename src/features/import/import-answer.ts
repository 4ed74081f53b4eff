/** What `POST /api/evs/upload` answers (readings 3). */
import type { EvInput } from "../../vehicle/ev-input.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { CsvColumn } from "./import-columns.ts";
import type {
  BadCell,
  ImportCounts,
  Reason,
  SkippedRow,
  UnusualFigures,
} from "./import-schemas.server.ts";
import { MAX_REASONS, NAMED_CELLS } from "./limits.ts";

export interface ImportAnswer {
  added: EvRow[];
  skipped: SkippedRow[];
  /** only with `invalid=skip` and of a dry run */
  invalid?: BadCell[];
  /** present when `list` was asked for; `invalid` counts rows, not cells */
  counts?: ImportCounts;
}

/** Of a dry run: rows that would be added have no id and no version yet. */
export interface DryRunAnswer extends Omit<ImportAnswer, "added"> {
  added: EvInput[];
  invalid: BadCell[];
  /** every column of the file: what it is taken for */
  columns: CsvColumn[];
  titles?: string[];
  /** `invalid` by column and message, all of them however short `invalid` is */
  reasons: Reason[];
  unusual: UnusualFigures[];
}

/** Of a dry run of a file whose columns have to be mapped first. */
export type HeaderAnswer = Omit<DryRunAnswer, "reasons" | "unusual">;

/** Groups bad cells by column and message, at most `MAX_REASONS` of them. */
export function reasonsOf(issues: Iterable<BadCell>): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { column, message, row, value } of issues) {
    const key = `${column}\n${message}`;
    let reason = reasons.get(key);
    if (!reason && reasons.size === MAX_REASONS) continue;
    if (!reason) reasons.set(key, (reason = { column, message, count: 0, cells: [] }));
    reason.count++;
    if (reason.cells.length < NAMED_CELLS) {
      reason.cells.push(value === undefined ? { row } : { row, value });
    }
  }
  return [...reasons.values()];
}
