/** Finds what the user must still answer before a file can be checked. */
import { FIELD_LABELS, isFieldName, REQUIRED_FIELDS } from "../../../domain/fields.ts";
import { constantOf, findColumnDraft, type ImportDraft, NAME, needsRate } from "./import-draft.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { NAME_PARTS } from "../mapping/split-name.ts";
import { isMetricFile } from "../mapping/column-suggestions.ts";
import { unitQuestion } from "../mapping/stated-units.ts";

/** The fields that have a column, including those that a whole name is split into. */
export function fieldsWithColumn(
  draft: ImportDraft,
  columns: readonly CsvColumn[],
): ReadonlySet<string | null> {
  const fields = new Set<string | null>(
    columns.map((column) => findColumnDraft(draft, column).field),
  );
  if (fields.has(NAME)) for (const part of NAME_PARTS) fields.add(part);
  return fields;
}

/**
 * The fields that no other column can be. A column of whole names still allows separate columns for make and
 * trim.
 */
export function fieldsOfOwnColumn(
  draft: ImportDraft,
  columns: readonly CsvColumn[],
): ReadonlySet<string | null> {
  const fields = new Set<string | null>(
    columns.map((column) => findColumnDraft(draft, column).field),
  );
  if (fields.has(NAME)) fields.add("model");
  if (fields.has("model")) fields.add(NAME);
  return fields;
}

const LONGEST_NAME = 40;

/** A header, shortened for use in a sentence. */
export function shortName(header: string): string {
  return header.length > LONGEST_NAME
    ? `${header.slice(0, LONGEST_NAME - 1).toWellFormed()}…`
    : header;
}

/** A few words for each missing answer, in the order of the screen. */
export function missingAnswers(draft: ImportDraft, columns: readonly CsvColumn[]): string[] {
  const { constants, exceptions = [], decimal } = draft;
  const isMetric = isMetricFile(columns);
  const units = columns.flatMap((column) => {
    const columnDraft = findColumnDraft(draft, column);
    const question = unitQuestion(column, columnDraft, isMetric);
    if (question === "sprint") return [`the speed of ${shortName(column.header)}`];
    if (question) return [`the ${question} of ${shortName(column.header)}`];
    return needsRate(columnDraft) ? [`the rate of ${shortName(column.header)}`] : [];
  });
  const withColumn = fieldsWithColumn(draft, columns);
  const fields = REQUIRED_FIELDS.filter(
    (field) => !withColumn.has(field) && !constants[field]?.trim(),
  );
  const unclear = Object.entries(constants).filter(
    ([field, text]) => isFieldName(field) && constantOf(field, text, decimal) === undefined,
  );
  const unsaid = exceptions.filter(
    ({ field, value, text }) => constants[field]?.trim() && !(value.trim() && /[^\s,]/.test(text)),
  );
  return [
    ...units,
    ...fields.map((field) => FIELD_LABELS[field]),
    ...unsaid.map(({ field }) => `another ${FIELD_LABELS[field]} and its rows`),
    ...unclear.map(([field]) => `a figure for ${isFieldName(field) ? FIELD_LABELS[field] : field}`),
  ];
}

const MOST_NAMED = 3;

/** `Still missing: the rate of PriceEuro, Trim and Year` */
export function missingText(missing: readonly string[]): string {
  const named = missing.slice(0, MOST_NAMED);
  const more = missing.length - named.length;
  const words = more > 0 ? [...named, `${more} more`] : named;
  return `Still missing: ${new Intl.ListFormat("en").format(words)}`;
}
