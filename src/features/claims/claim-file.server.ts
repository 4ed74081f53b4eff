/** Exports and imports claims as CSV, with the same columns (evidence.md#claims-as-a-file). */
import { stringify } from "csv-stringify/sync";
import { yieldOften } from "../../server/yield-often.server.ts";
import { cellOf, textOfCell, valueOfCell } from "../../domain/ev-cells.ts";
import { toFieldName } from "../../domain/field-names.ts";
import type { EvRow } from "../../domain/vehicle.ts";
import { BYTE_ORDER_MARK } from "../../server/answers.server.ts";
import type { BadCell } from "../import/import.schema.ts";
import { EMPTY_MAPPING } from "../import/mapping/import-mapping.ts";
import type { SpooledFile } from "../import/parse/spooled-upload.server.ts";
import { mostRowsOf, openTable, tooManyRows } from "../import/parse/table-file.server.ts";
import { figureToEnter, validateClaimValue } from "./claim-values.server.ts";
import { CLAIM_DETAILS, fieldLike, isClaimField } from "./claims.ts";
import { type Claim, ClaimChange, type ClaimFileAnswer, type ClaimInput } from "./claims.schema.ts";

/** After this many bad cells, the rest are not listed. */
export const MAX_BAD_CLAIM_CELLS = 1_000;

const NAME_COLUMNS = ["make", "model", "trim", "year"] as const;
const COLUMNS = [...NAME_COLUMNS, "field", "value", ...CLAIM_DETAILS] as const;
const REQUIRED_COLUMNS = [...NAME_COLUMNS, "field", "value", "method", "source"] as const;

/** Columns of our own files that say which claim, row and model a line is; they are not imported. */
const ID_COLUMNS = ["claimId", "rowId", "modelId"] as const;

type Column = (typeof COLUMNS)[number];
type NamedRow = Pick<EvRow, (typeof NAME_COLUMNS)[number]>;

/** The claim and the names of its row, as one line of the file. */
export interface ClaimLine {
  /** 1 for the first line below the header */
  line: number;
  row: NamedRow;
  claim: Omit<ClaimInput, "rowId">;
}

export interface ClaimFile extends Pick<ClaimFileAnswer, "encodings"> {
  /** what the file was read as */
  encoding: string;
  lines: ClaimLine[];
  bad: BadCell[];
}

const linesOf = (cells: readonly (readonly string[])[]) =>
  stringify(cells as string[][], { record_delimiter: "windows" }); // it only reads the cells

export const CLAIM_FILE_HEADER = BYTE_ORDER_MARK + linesOf([[...COLUMNS, ...ID_COLUMNS]]);

export interface ExportedClaim {
  row: NamedRow;
  claim: Claim;
  modelId: number;
}

/** Formats claims as lines that `readClaimFile` reads back as the same claims. */
export function claimFileLines(claims: readonly ExportedClaim[]): string {
  return linesOf(
    claims.map(({ row, claim, modelId }) => [
      ...NAME_COLUMNS.map((column) => cellOf(column, row[column])),
      claim.field,
      cellOf(fieldLike(claim.field), claim.value),
      ...CLAIM_DETAILS.map((column) => cellOf(column, claim[column])),
      ...[claim.id, claim.rowId, modelId].map(String),
    ]),
  );
}

/** Reads and validates a file of any format that imports take. @throws UserError 413; ImportRefusal */
export async function readClaimFile(spooled: SpooledFile, limit?: number): Promise<ClaimFile> {
  const table = await openTable(spooled, EMPTY_MAPPING);
  const { encoding, facts } = table;
  const { encodings } = facts;
  const file: ClaimFile = { lines: [], bad: [], encoding, ...(encodings && { encodings }) };
  const addBad = (bad: readonly BadCell[]) => {
    for (const cell of bad) if (file.bad.length < MAX_BAD_CLAIM_CELLS) file.bad.push(cell);
  };
  const lines = table.lines();
  const { value: header } = await lines.next();
  if (!header) return { ...file, bad: [{ row: 0, column: "", message: "The file is empty" }] };
  const { columns, bad, isExport } = readClaimHeader(header.cells);
  const mostLines = limit ?? mostRowsOf(table, isExport);
  addBad(bad);
  for await (const { number, cells, raw, mistakes = [] } of yieldOften(lines)) {
    const line = number - header.number;
    if (line > mostLines) throw tooManyRows(mostLines, "claims");
    if (mistakes.length > 0) {
      addBad(
        mistakes.map(({ at, message }) => ({ row: line, column: columns[at] ?? "", message })),
      );
      continue;
    }
    const byColumn = cellsByColumn(columns, cells);
    const isNumber = typeof raw?.[columns.indexOf("value")] === "number";
    const isExact = isNumber || (isExport && isAsExported(byColumn.value ?? ""));
    const read = readLine(line, byColumn, isExact);
    if ("claim" in read) file.lines.push(read);
    else addBad(read.bad);
  }
  return file;
}

function readClaimHeader(cells: readonly string[]) {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const bad: BadCell[] = [];
  const columns = names.map((name, at) => {
    const column = COLUMNS.find((each) => each.toLowerCase() === name) ?? null;
    const wrong = (message: string) => void bad.push({ row: 0, column: cells[at] ?? "", message });
    const isId = ID_COLUMNS.some((each) => each.toLowerCase() === name);
    if (column === null && name !== "" && !isId)
      wrong(`There is no such column: ${COLUMNS.join(", ")}`);
    if (column !== null && names.indexOf(name) < at) wrong("This column appears twice");
    return column;
  });
  for (const column of REQUIRED_COLUMNS) {
    if (!columns.includes(column)) bad.push({ row: 0, column, message: "The column is missing" });
  }
  return { columns, bad, isExport: names.includes("claimid") };
}

function cellsByColumn(columns: readonly (Column | null)[], cells: readonly string[]) {
  const byColumn: Partial<Record<Column, string>> = {};
  for (const [at, column] of columns.entries()) if (column) byColumn[column] = cells[at] ?? "";
  return byColumn;
}

/** Our own files have no thousands separators and no trailing zeros. */
function isAsExported(value: string): boolean {
  return String(Number(value)) === value;
}

/** @param isExact whether a figure with three decimals can only mean that figure */
function readLine(
  line: number,
  cells: Readonly<Partial<Record<Column, string>>>,
  isExact: boolean,
): ClaimLine | { bad: BadCell[] } {
  const bad: BadCell[] = [];
  const wrong = (column: Column, message: string) => void bad.push({ row: line, column, message });
  const [make, model, trim] = (["make", "model", "trim"] as const).map((column) => {
    const name = valueOfCell(column, cells[column] ?? "");
    if (typeof name === "string") return name;
    wrong(column, "A name is missing");
    return "";
  }) as [string, string, string]; // maps three cells to three values
  const year = Number(valueOfCell("year", cells.year ?? "") ?? Number.NaN);
  if (!Number.isInteger(year)) wrong("year", "The year must be a whole number");
  const field = toFieldName((cells.field ?? "").trim());
  if (!isClaimField(field)) {
    wrong("field", "There is no figure with this name");
    return { bad };
  }
  const { value = "" } = cells;
  const validated = validateClaimValue(field, valueOfCell(fieldLike(field), value));
  const mistake = (isExact ? undefined : figureToEnter(field, value)) ?? validated.wrong;
  if (mistake !== undefined) wrong("value", mistake);
  const details = Object.fromEntries(
    CLAIM_DETAILS.map((column) => [column, textOfCell(column, cells[column] ?? "")]),
  );
  const { data, error } = ClaimChange.safeParse({ ...details, value: validated.value ?? 0 });
  for (const { path, message } of error?.issues ?? []) wrong(path[0] as Column, message);
  if (bad.length > 0 || !data) return { bad };
  return { line, row: { make, model, trim, year }, claim: { field, ...data } };
}
