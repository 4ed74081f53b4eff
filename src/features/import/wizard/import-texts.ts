/** Texts of the import dialog (importing.md#result-texts). */
import { countOf, formatCount } from "../../../domain/format.ts";
import { rowName } from "../../../domain/names.ts";
import { ApiError } from "../../../ui/calls/answers.ts";
import type { Note, UndoneAnswer } from "../import.schema.ts";
import {
  ENCODINGS,
  LISTED_ROWS,
  MAX_FILE_BYTES,
  MAX_FILE_MEGABYTES,
  NAMED_FIRST,
} from "../accepted-files.ts";
import type { ImportDraft } from "./import-draft.ts";
import type { AddAnswer, CheckAnswer } from "./import.queries.ts";

const CSV_TYPE = "text/csv";
const TYPES: readonly string[] = [
  CSV_TYPE,
  "application/csv",
  "text/tab-separated-values",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
];
/** Judged by name, since Excel on Windows registers its own type for all these files. */
const NAMES = /\.(?:csv|tsv|txt|xls[xmb]?|ods)$/i;

/** Names the kind of a file that we cannot read, by its name or type. */
function fileKind({ name, type }: Pick<File, "name" | "type">): string {
  if (/\.json$/i.test(name) || type === "application/json") {
    return "a JSON file, which only the API takes";
  }
  if (/\.pdf$/i.test(name) || type === "application/pdf") return "a PDF";
  const [, extension] = /\.([a-z\d]{1,5})$/i.exec(name) ?? [];
  if (!extension) return "not a CSV or Excel file";
  // Extensions are read letter by letter: an HTML file, a PNG file.
  const article = /^[aefhilmnorsx]/i.test(extension) ? "an" : "a";
  return `${article} ${extension.toUpperCase()} file`;
}

/** Checks a file's name, type and size. @returns undefined if it is accepted */
export function findFileProblem({ name, type, size }: Pick<File, "name" | "type" | "size">) {
  if (!NAMES.test(name) && !TYPES.includes(type)) {
    return `${name} is ${fileKind({ name, type })}. Choose a CSV or Excel file.`;
  }
  if (size > MAX_FILE_BYTES) {
    return `${name} is larger than ${MAX_FILE_MEGABYTES} MB. Please split it.`;
  }
  return undefined;
}

/** `102 EVs removed, 3 EVs restored, 1 changed EV kept: 2026 Kia EV6 GT`. @param noun what the import added */
export function undoneText({ removed, restored, kept }: UndoneAnswer, noun = "EV"): string {
  const [first] = kept;
  const others = kept.length - 1;
  const parts = [
    (removed > 0 || restored === 0) && `${countOf(removed, noun)} removed`,
    restored > 0 && `${countOf(restored, "EV")} restored`,
    first &&
      `${countOf(kept.length, "changed EV")} kept: ${rowName(first)}${others > 0 ? ` and ${formatCount(others)} more` : ""}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** What an undo did; the first is its title. */
export function undoneLines(undone: UndoneAnswer): string[] {
  const title = `Import undone: ${undoneText({ ...undone, kept: [] })}`;
  const why = "These stay because they have since been changed, reviewed or voted for:";
  return undone.kept.length > 0 ? [title, why] : [title];
}

export function keptNames({ kept }: UndoneAnswer): string[] {
  const names = kept.slice(0, LISTED_ROWS).map(rowName);
  const more = kept.length - names.length;
  return more > 0 ? [...names, `...and ${countOf(more, "more row")}`] : names;
}

/** The first new EVs, then how many more. The answer to a retry names none. */
export function namedAdditions(
  added: readonly { make: string; model: string; trim: string }[],
  total: number,
): string[] {
  const named = added
    .slice(0, NAMED_FIRST)
    .map(({ make, model, trim }) => `${make} ${model} ${trim}`);
  const more = total - named.length;
  return more > 0 && named.length > 0 ? [...named, `...and ${formatCount(more)} more`] : named;
}

/** Says in a few lines what an import did; the first is its title. */
export function resultLines(answer: Pick<AddAnswer, "counts" | "invalid" | "leftOut">): string[] {
  const { counts, invalid = [], leftOut = 0 } = answer;
  const { added, updated, skipped, repeated } = counts;
  const all = `No new EVs added: All ${formatCount(skipped + repeated)} EVs already exist in the database.`;
  const badRows = [...new Set(invalid.map(({ row }) => row))].slice(0, NAMED_FIRST);
  const more = counts.invalid > badRows.length && badRows.length > 0 ? " and more" : "";
  const lines = [
    (added > 0 || updated === 0) && (added > 0 ? `Added ${formatCount(added)} new EVs` : all),
    updated > 0 && `Updated ${countOf(updated, "existing EV")}`,
    skipped > 0 && added > 0 && `Skipped ${countOf(skipped, "existing EV")}`,
    repeated > 0 && `Left out ${countOf(repeated, "repeated row")}`,
    counts.invalid > 0 &&
      `Left out ${countOf(counts.invalid, "bad row")}${badRows.length > 0 ? ` (${rowsText(badRows)}${more})` : ""}`,
    leftOut > 0 && `Skipped ${countOf(leftOut, "row")}, as you chose`,
  ];
  return lines.filter((line) => line !== false);
}

/** What to know before the questions of a check. @param isChanged whether answers wait for another check */
export function verdictText(
  { counts, columns, missing }: Pick<CheckAnswer, "counts" | "columns" | "missing">,
  { repeated }: Pick<ImportDraft, "repeated">,
  isChanged = false,
): string {
  const { added, updated, invalid } = counts;
  if (Object.values(counts).every((count) => count === 0))
    return "The file has no rows below its header.";
  if (added + updated + invalid === 0)
    return repeated === "none" ? "" : (resultLines({ counts })[0] ?? "");
  // The questions say what nothing can be imported without.
  if (invalid === 0 || columns.some((column) => [column.decimal, column.dates].includes("unclear")))
    return "";
  const canImport = added + updated > 0 && missing.length === 0;
  const next = isChanged ? ", then check again" : canImport ? ", or import the rest" : "";
  return `${countOf(invalid, "row")} can’t be imported yet. Fix ${invalid === 1 ? "it" : "them"} below${next}.`;
}

/** What a file was read as, by the name that people know. */
function encodingName(encoding: string): string {
  if (encoding === "utf-8-twice") return "UTF-8 that was read twice";
  return Object.entries(ENCODINGS).find(([label]) => label === encoding)?.[1] ?? encoding;
}

/** `Read as HTML from “Cars”, one of 4 sheets. 2 hidden rows left out.` */
export function readAsText(answer: CheckAnswer): string {
  const { encoding = "UTF-8", sheet, sheets = [], hidden = 0, leftOut = 0 } = answer;
  const source = [
    !["UTF-8", "XLSX"].includes(encoding) && ` as ${encodingName(encoding)}`,
    sheets.length > 1 && ` from “${sheet}”, one of ${sheets.length} sheets`,
  ].filter(Boolean);
  const parts = [
    source.length > 0 && `Read${source.join("")}.`,
    hidden > 0 && `${countOf(hidden, "hidden row")} left out.`,
    leftOut > 0 && `You chose to skip ${countOf(leftOut, "row")}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** `Import 6 EVs, update 2 with 3 unusual figures, skip 1 bad row` */
export function importLabel({ counts, unusual }: Pick<CheckAnswer, "counts" | "unusual">): string {
  const { added, updated, invalid } = counts;
  const figures = unusual.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    added > 0
      ? `Import ${countOf(added, "EV")}${updated > 0 ? `, update ${formatCount(updated)}` : ""}`
      : `Update ${countOf(updated, "EV")}`,
    figures > 0 && ` with ${countOf(figures, "unusual figure")}`,
    invalid > 0 && `, skip ${countOf(invalid, "bad row")}`,
  ];
  return parts.filter(Boolean).join("");
}

export function importFailureText(failure: unknown): string {
  if (failure instanceof ApiError && failure.status === 401)
    return "Your session had ended. Nothing was lost. Press the button again.";
  const sentence = failure instanceof ApiError ? failure.serverMessage || failure.message : "";
  return sentence.replace(/^mapping: /, "") || "Failed to upload CSV";
}

/** More would fill the foot of the dialog on a phone. */
const MOST_NAMED = 8;

/** `Still missing: the rate of PriceEuro, Trim and Year` */
export function missingText(missing: readonly string[]): string {
  const more = missing.length - MOST_NAMED;
  const named = more > 0 ? [...missing.slice(0, MOST_NAMED), `${more} more`] : missing;
  return `Still missing: ${new Intl.ListFormat("en").format(named)}`;
}

export function rowsText(rows: readonly number[]): string {
  return `${rows.length > 1 ? "rows" : "row"} ${rows.map(formatCount).join(", ")}`;
}

/** `Marks around the figure are left out (2 cells of Price, rows 1, 4)` */
export function noteText({ column, message, count, cells }: Note): string {
  const counted = column ? `${countOf(count, "cell")} of ${column}` : countOf(count, "row");
  const more = count > cells.length ? " and more" : "";
  return `${message} (${counted}, ${rowsText(cells.map(({ row }) => row))}${more})`;
}
