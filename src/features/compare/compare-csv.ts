import { type Chosen, fullTitle } from "./compare.ts";
import { compareRows } from "./compare-rows.ts";

/** A cell as RFC 4180 wants it; what a spreadsheet would run as a formula is made text. */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * The comparison for a spreadsheet: one column for each trim, bare numbers with the unit beside the
 * label. With a byte-order mark, without which Excel takes UTF-8 for something else.
 */
export function comparisonCsv(chosen: readonly Chosen[]): string {
  const lines = [
    ["", ...chosen.map(fullTitle)],
    ...compareRows(chosen, "all").map(({ label, unit, cells }) => [
      unit === null ? label : `${label}, ${unit}`,
      ...cells.map(({ raw }) => raw),
    ]),
  ];
  return `\uFEFF${lines.map((line) => `${line.map(csvCell).join(",")}\r\n`).join("")}`;
}
