/** Texts of the import dialog (importing.md#result-texts). */
import { countOf, formatCount } from "../../../domain/format.ts";
import { rowName } from "../../../domain/names.ts";
import { ApiError } from "../../../ui/calls/answers.ts";
import type { ImportCounts, UndoneAnswer } from "../import.schema.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { MAX_FILE_BYTES, MAX_FILE_MEGABYTES } from "../limits.ts";

/** importing.md#result-texts */
const NAMED_ADDITIONS = 5;

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

/** @returns `named`: the first new EVs, then how many more */
export function importWords(
  added: readonly { make: string; model: string; trim: string }[],
  counts: ImportCounts,
) {
  if (counts.added === 0) {
    const rows = counts.skipped + counts.repeated;
    const title = `No new EVs added: All ${formatCount(rows)} EVs already exist in the database.`;
    return { title, named: [], skipped: undefined };
  }
  const named = added
    .slice(0, NAMED_ADDITIONS)
    .map(({ make, model, trim }) => `${make} ${model} ${trim}`);
  const more = counts.added - named.length;
  return {
    title: `Added ${formatCount(counts.added)} new EVs`,
    // The answer to a retry names no EVs.
    named: more > 0 && named.length > 0 ? [...named, `...and ${formatCount(more)} more`] : named,
    skipped: counts.skipped > 0 ? `Skipped ${formatCount(counts.skipped)} existing EVs` : undefined,
  };
}

/** `Import 6 EVs, update 2 with 3 unusual figures, skip 1 bad row` */
export function importLabel({
  counts: { added, updated, invalid },
  unusual,
}: Pick<CheckAnswer, "counts" | "unusual">): string {
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

const SESSION_ENDED = "Your session had ended. Nothing was lost. Press the button again.";

export function importFailureText(failure: unknown): string {
  if (failure instanceof ApiError && failure.status === 401) return SESSION_ENDED;
  const sentence = failure instanceof ApiError ? failure.sentence || failure.message : "";
  return sentence || "Failed to upload CSV";
}

const MOST_NAMED = 3;

/** `Still missing: the rate of PriceEuro, Trim and Year` */
export function missingText(missing: readonly string[]): string {
  const named = missing.slice(0, MOST_NAMED);
  const more = missing.length - named.length;
  const words = more > 0 ? [...named, `${more} more`] : named;
  return `Still missing: ${new Intl.ListFormat("en").format(words)}`;
}
