/** Which column of a CSV file is which field of the flat row (§3, readings 3). */
import { type DecimalSign, isNumberField } from "../../vehicle/ev-cells.ts";
import { FIELD_NAMES, type FieldName, REQUIRED_FIELDS } from "../../vehicle/fields.ts";
import type { CsvColumn } from "./import-schemas.server.ts";

/** Columns of our own files that are no input: of an export, and of a list of bad rows. */
export const EXPORT_ONLY_FIELDS = ["id", "isModelHeader", "version"] as const;
export const BAD_ROW_COLUMNS = ["import row", "import error"] as const;

/** A file's header as its field; `null`: the column is left out. */
export type ColumnMapping = Readonly<Record<string, FieldName | null>>;

/** What the person has said of a file before it is read. */
export interface SaidOfFile {
  mapping: Readonly<Record<string, { field: FieldName | null; decimal?: DecimalSign }>>;
  decimal?: DecimalSign;
}

const FIELD_BY_NAME: ReadonlyMap<string, FieldName | null> = new Map<string, FieldName | null>([
  ...FIELD_NAMES.map((field) => [field.toLowerCase(), field] as const),
  ...[...EXPORT_ONLY_FIELDS, ...BAD_ROW_COLUMNS].map((name) => [name.toLowerCase(), null] as const),
]);

/**
 * The columns of a header row, in its order. A header is a field when it has its name in any
 * letter case; what the mapping says of a header wins.
 */
export function readColumns(
  headers: readonly string[],
  { mapping, decimal: decimalOfFile }: SaidOfFile,
): CsvColumn[] {
  return headers.map((text) => {
    const header = text.trim();
    const said = Object.hasOwn(mapping, header) ? mapping[header] : undefined;
    const meant = said ? said.field : FIELD_BY_NAME.get(header.toLowerCase());
    const field = meant === undefined ? "unknown" : meant;
    const decimal = said?.decimal ?? decimalOfFile;
    return decimal && field && isNumberField(field)
      ? { header, field, decimal }
      : { header, field };
  });
}

/** What is wrong with the columns of a file; `column` is the header, or the field that is missing. */
export function columnIssues(columns: readonly CsvColumn[]): { column: string; message: string }[] {
  const issues: { column: string; message: string }[] = [];
  const headers = new Set<string>();
  const fields = new Set<string>();
  for (const { header, field } of columns) {
    // Spreadsheets leave columns without a name behind; their cells have to be empty.
    if (header === "") continue;
    const key = header.toLowerCase();
    if (headers.has(key)) issues.push({ column: header, message: "This column is there twice" });
    else if (field === "unknown") {
      issues.push({ column: header, message: "There is no field of this name" });
    } else if (field !== null && fields.has(field)) {
      issues.push({ column: header, message: `Another column is ${field} already` });
    }
    headers.add(key);
    if (field !== null) fields.add(field);
  }
  for (const field of REQUIRED_FIELDS) {
    if (!fields.has(field)) issues.push({ column: field, message: "This column is missing" });
  }
  return issues;
}
