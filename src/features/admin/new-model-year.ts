import { readAnswer } from "../../api/answers.ts";
import { sendWrite } from "../../api/send.ts";
import { cellOf } from "../../vehicle/ev-cells.ts";
import { FIELD_NAMES } from "../../vehicle/fields.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const line = (cells: readonly string[]) => `${cells.map(quoted).join(",")}\r\n`;

/** The rows of the year after each one's own, as a file; nobody has checked their figures yet. */
export function nextYearFile(rows: readonly EvRow[]): string {
  const lines = rows.map((row) => {
    const next = { ...row, year: row.year + 1, source: null, checkedOn: null };
    return line(FIELD_NAMES.map((field) => cellOf(field, next[field])));
  });
  return line(FIELD_NAMES) + lines.join("");
}

/**
 * Adds them as an import, which is one change and can be undone as one. Those that exist already
 * stay as they are. @throws AnswerError
 */
export async function addNextYear(
  rows: readonly EvRow[],
): Promise<{ added: number; skipped: number }> {
  const form = new FormData();
  const years = [...new Set(rows.map(({ year }) => year + 1))].toSorted((a, b) => a - b).join(", ");
  const file = new File([nextYearFile(rows)], `New model year ${years}.csv`, { type: "text/csv" });
  form.set("file", file);
  const answer = await sendWrite("/api/evs/upload", { method: "POST", body: form });
  const { added, skipped } = await readAnswer<{ added: object[]; skipped: object[] }>(answer);
  return { added: added.length, skipped: skipped.length };
}
