import { readAnswer } from "../../api/answers.ts";
import { sendWrite } from "../../api/send.ts";
import { cellOf } from "../../vehicle/ev-cells.ts";
import type { EvInput } from "../../vehicle/ev-input.ts";
import { FIELD_NAMES } from "../../vehicle/fields.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const line = (cells: readonly string[]) => `${cells.map(quoted).join(",")}\r\n`;

export function fileOf(rows: readonly EvInput[]): string {
  const lines = rows.map((row) => line(FIELD_NAMES.map((field) => cellOf(field, row[field]))));
  return line(FIELD_NAMES) + lines.join("");
}

/** The rows of the year after each one's own; nobody has checked their figures yet. */
export function nextYearOf(rows: readonly EvRow[]): EvInput[] {
  return rows.map((row) => ({ ...row, year: row.year + 1, source: null, checkedOn: null }));
}

/** @throws AnswerError */
export function addNextYear(rows: readonly EvRow[]): ReturnType<typeof importRows> {
  const years = [...new Set(rows.map(({ year }) => year + 1))].toSorted((a, b) => a - b).join(", ");
  return importRows(nextYearOf(rows), `New model year ${years}.csv`);
}

/**
 * Adds rows as an import, which is one change and can be undone as one. Those that exist already
 * stay as they are. @throws AnswerError
 */
export async function importRows(
  rows: readonly EvInput[],
  fileName: string,
): Promise<{ added: number; skipped: number }> {
  const form = new FormData();
  form.set("file", new File([fileOf(rows)], fileName, { type: "text/csv" }));
  const answer = await sendWrite("/api/evs/upload", { method: "POST", body: form });
  const { added, skipped } = await readAnswer<{ added: object[]; skipped: object[] }>(answer);
  return { added: added.length, skipped: skipped.length };
}
