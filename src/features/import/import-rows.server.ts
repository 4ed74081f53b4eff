import { UserError } from "../../server/errors.server.ts";
import type { EvInput } from "../../vehicle/ev-input.ts";
import { csvRecords } from "./csv-records.server.ts";
import type { BadCell } from "./import-answer.ts";
import { type CellJudge, createCellJudge } from "./import-cells.server.ts";
import { columnIssues, type ColumnMapping, type CsvColumn, readColumns } from "./import-columns.ts";
import { ImportRefusal } from "./import-refusal.server.ts";
import { MAX_BAD_CELLS, MAX_COLUMNS, MAX_ROWS } from "./limits.ts";
import { createTurns, eachInTurns } from "../../server/turns.server.ts";
import { createRowsModels, type RowsModels } from "../../vehicle/rows-models.server.ts";
import type { NewRow } from "../../vehicle/vehicle-insert.server.ts";
import { formatCount } from "../../vehicle/counts.ts";

/** A row of the file that is an EV. */
export interface ImportRow extends NewRow {
  /** 1 is the first after the header */
  row: number;
  /** as the file has them, where the row has a picture as data, which is judged later */
  cells?: readonly string[];
}

/** A row of the file that is none, with its cells as the file has them. */
export interface BadRow {
  row: number;
  cells: readonly string[];
  issues: readonly BadCell[];
}

/** What a file holds. */
export interface ImportFile {
  columns: readonly CsvColumn[];
  delimiter: "," | ";";
  rows: ImportRow[];
  /** what the rows belong to */
  models: RowsModels;
  badRows: BadRow[];
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");

/** The columns that a header row names. @throws ImportRefusal unless each is a field or left out */
function columnsOf(header: readonly string[], mapping: ColumnMapping): CsvColumn[] {
  if (header.length > MAX_COLUMNS) {
    throw new ImportRefusal(`The file has more than ${MAX_COLUMNS} columns.`, []);
  }
  const columns = readColumns(header, mapping);
  const issues = columnIssues(columns);
  if (issues.length > 0) {
    const named = issues.map(({ column, message }) => `${column} (${lowerFirst(message)})`);
    throw new ImportRefusal(
      `Nothing was added: the columns of the file do not fit: ${named.slice(0, 5).join(", ")}${named.length > 5 ? "…" : ""}.`,
      issues.map((issue) => ({ row: 0, ...issue })),
      columns,
    );
  }
  return columns;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Cells that no column of a field holds: they would be lost without a word. The first is told of. */
function strayIssues(columns: readonly CsvColumn[], cells: readonly string[], row: number) {
  const issues: BadCell[] = [];
  if (cells.length < columns.length) {
    const message = `The row has ${cells.length} cells, the header has ${columns.length}`;
    issues.push({ row, column: "", message });
  }
  const stray = cells.findIndex(
    (cell, at) => (columns[at]?.header ?? "") === "" && cell.trim() !== "",
  );
  if (stray >= 0) {
    const message = `Cell ${stray + 1} is in a column without a name`;
    issues.push({ row, column: "", message });
  }
  return issues;
}

/** The row that the cells make, or what is wrong with them. */
type Judge = (cells: readonly string[], row: number) => EvInput | BadCell[];

/**
 * Judges the rows of a file with these columns. Each cell is judged by the schema of its field alone,
 * which takes a quarter of what the schema of the whole row does: no field depends on another.
 */
function createJudge(columns: readonly CsvColumn[]): Judge {
  const areNamed = columns.every(({ header }) => header !== "");
  let isBad = false;
  const tellBad = () => void (isBad = true);
  const fields: { at: number; column: string; messagesOf: CellJudge<unknown>["messagesOf"] }[] = [];
  function reading<Field extends keyof EvInput>(field: Field) {
    const at = columns.findIndex((column) => column.field === field);
    const { valueOf, messagesOf } = createCellJudge(field, tellBad);
    fields.push({ at, column: columns[at]?.header ?? field, messagesOf });
    return (cells: readonly string[]): EvInput[Field] => valueOf(at < 0 ? undefined : cells[at]);
  }
  const make = reading("make");
  const model = reading("model");
  const trim = reading("trim");
  const year = reading("year");
  const price = reading("price");
  const range = reading("range");
  const charging = reading("charging");
  const acceleration = reading("acceleration");
  const zeroToSixty = reading("zeroToSixty");
  const topSpeed = reading("topSpeed");
  const bodyType = reading("bodyType");
  const image = reading("image");
  const seatingCapacity = reading("seatingCapacity");
  const cargoSpace = reading("cargoSpace");
  const batteryCapacity = reading("batteryCapacity");
  const maxChargingSpeed = reading("maxChargingSpeed");
  const driveType = reading("driveType");
  const taxCreditEligible = reading("taxCreditEligible");
  const inFileOrder = fields.toSorted((a, b) => a.at - b.at);

  return (cells, row) => {
    if (!areNamed || cells.length !== columns.length) {
      const stray = strayIssues(columns, cells, row);
      if (stray.length > 0) return stray;
    }
    isBad = false;
    // Written out: V8 makes such an object in one go, and one that grows by its fields in six.
    const input: EvInput = {
      make: make(cells),
      model: model(cells),
      trim: trim(cells),
      year: year(cells),
      price: price(cells),
      range: range(cells),
      charging: charging(cells),
      acceleration: acceleration(cells),
      zeroToSixty: zeroToSixty(cells),
      topSpeed: topSpeed(cells),
      bodyType: bodyType(cells),
      image: image(cells),
      seatingCapacity: seatingCapacity(cells),
      cargoSpace: cargoSpace(cells),
      batteryCapacity: batteryCapacity(cells),
      maxChargingSpeed: maxChargingSpeed(cells),
      driveType: driveType(cells),
      taxCreditEligible: taxCreditEligible(cells),
    };
    if (!isBad) return input;
    return inFileOrder.flatMap(({ messagesOf, at, column }) =>
      messagesOf(cells[at]).map((message) => ({ row, column, message })),
    );
  };
}

/** How many of each are refused when there are more. */
const MOST = { rows: MAX_ROWS, badCells: MAX_BAD_CELLS };

/** Takes the records of a file, the header first. */
function createRowReader(mapping: ColumnMapping, most: typeof MOST) {
  const rows: ImportRow[] = [];
  const models = createRowsModels();
  const badRows: BadRow[] = [];
  let columns: CsvColumn[] | undefined;
  let judge: Judge | undefined;
  let row = 0;
  let badCells = 0;

  function take(cells: readonly string[]): void {
    if (!columns || !judge) {
      if (isBlank(cells)) return;
      columns = columnsOf(cells, mapping);
      judge = createJudge(columns);
      return;
    }
    row++;
    if (isBlank(cells)) return;
    if (rows.length + badRows.length === most.rows) {
      throw new UserError(
        413,
        `The file has more than ${formatCount(most.rows)} rows. Please split it.`,
      );
    }
    const judged = judge(cells, row);
    if (!Array.isArray(judged)) {
      const of = models.of(judged);
      const hasData = judged.image?.startsWith("data:");
      rows.push(hasData ? { row, input: judged, of, cells } : { row, input: judged, of });
      return;
    }
    // A row may have millions of cells; those beyond the header are of no use.
    badRows.push({ row, cells: cells.slice(0, columns.length), issues: judged });
    badCells += judged.length;
    if (badCells > most.badCells) throw tooManyBad(badRows, most.badCells);
  }

  return { take, read: () => ({ columns, rows, models, badRows }) };
}

/**
 * Reads and checks a whole file, in turns with other work.
 * @throws ImportRefusal when it is no such file, or too long
 */
export async function readImportFile(
  file: AsyncIterable<Buffer>,
  mapping: ColumnMapping,
  most = MOST,
): Promise<ImportFile> {
  const takeTurns = createTurns(true);
  const reader = createRowReader(mapping, most);
  let delimiter: "," | ";" = ",";
  for await (const batch of csvRecords(file)) {
    delimiter = batch.delimiter;
    await eachInTurns(batch.records, reader.take, takeTurns);
  }
  const { columns, rows, models, badRows } = reader.read();
  if (!columns) throw new ImportRefusal("The file is empty.", []);
  return { columns, delimiter, rows, models, badRows };
}

function tooManyBad(badRows: readonly BadRow[], most: number): ImportRefusal {
  return new ImportRefusal(
    `Nothing was added: more than ${formatCount(most)} cells are wrong. Is each column the right one?`,
    badRows.flatMap(({ issues }) => issues),
  );
}
