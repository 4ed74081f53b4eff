import { isNumberField } from "../../vehicle/ev-cells.ts";
import type { EvInput } from "../../vehicle/ev-input.ts";
import type { DecimalSign } from "../../vehicle/ev-numbers.ts";
import type { BadCell } from "./import-answer.ts";
import { type CellJudge, type ColumnDecimal, createCellJudge } from "./import-cells.server.ts";
import type { CsvColumn } from "./import-columns.ts";
import { type ImportRow, shownValue } from "./import-file.server.ts";

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
    issues.push({ row, column: "", message, ...shownValue(cells[stray]) });
  }
  return issues;
}

/** Judges the rows of one file. */
export interface RowJudge {
  /** @returns the row that the cells make, or what is wrong with them */
  judge(cells: readonly string[], row: number): EvInput | BadCell[];
  /** Whether the last row has a figure that can be read both ways. */
  isDoubtful(): boolean;
  /** Keeps such a row until all are read. @returns how many there are whose column is not decided */
  wait(row: ImportRow): number;
  /** Decides what waits. @returns the rows that turn out bad */
  settle(): Map<ImportRow, BadCell[]>;
  /** with what was found of their decimal signs */
  columns(): CsvColumn[];
}

/** Equal for every such cell, so that they can be told of together. */
export const DOUBTFUL = "This can be read two ways, with a decimal point and with a decimal comma";

interface FieldColumn extends Pick<CellJudge<unknown>, "messagesOf" | "isDoubtful"> {
  /** its place among the cells; -1: the file has none */
  at: number;
  column: string;
  decimal: ColumnDecimal;
  /** writes what the cell holds */
  set(input: EvInput, cell: string | undefined): void;
}

/**
 * Judges the rows of a file with these columns. Each cell is judged by the schema of its field alone,
 * which takes a quarter of what the schema of the whole row does: no field depends on another.
 * @param usual the decimal sign where nothing is said; undefined: it has to be found
 */
export function createRowJudge(
  columns: readonly CsvColumn[],
  usual: DecimalSign | undefined,
): RowJudge {
  const areNamed = columns.every(({ header }) => header !== "");
  let isBad = false;
  let isDoubtful = false;
  const tell = { bad: () => void (isBad = true), doubt: () => void (isDoubtful = true) };
  const fields: FieldColumn[] = [];
  const waiting: ImportRow[] = [];

  function reading<Field extends keyof EvInput>(field: Field) {
    const at = columns.findIndex((column) => column.field === field);
    const column = columns[at];
    const said = column?.decimal === "unclear" ? undefined : column?.decimal;
    const decimal: ColumnDecimal = { sign: isNumberField(field) ? (said ?? usual) : "point" };
    const { valueOf, ...rest } = createCellJudge(field, decimal, tell);
    fields.push({
      ...rest,
      at,
      column: column?.header ?? field,
      decimal,
      set: (input, cell) => void (input[field] = valueOf(cell)),
    });
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

  function issuesOf(cells: readonly string[], row: number): BadCell[] {
    return inFileOrder.flatMap(({ messagesOf, at, column }) =>
      messagesOf(cells[at]).map((message) => ({ row, column, message, ...shownValue(cells[at]) })),
    );
  }

  function judge(cells: readonly string[], row: number): EvInput | BadCell[] {
    isDoubtful = false;
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
      bodyType: bodyType(cells),
      image: image(cells),
      zeroToSixty: zeroToSixty(cells),
      topSpeed: topSpeed(cells),
      driveType: driveType(cells),
      seatingCapacity: seatingCapacity(cells),
      cargoSpace: cargoSpace(cells),
      batteryCapacity: batteryCapacity(cells),
      maxChargingSpeed: maxChargingSpeed(cells),
      taxCreditEligible: taxCreditEligible(cells),
    };
    return isBad ? issuesOf(cells, row) : input;
  }

  /** What is wrong with a row that has waited. */
  function settled({ row, input, cells = [] }: ImportRow): BadCell[] {
    return inFileOrder.flatMap(({ at, column, decimal, messagesOf, isDoubtful: isOpen, set }) => {
      const cell = cells[at];
      if (decimal.example === undefined || cell === undefined) return [];
      const value = shownValue(cell);
      if (!decimal.sign) return isOpen(cell) ? [{ row, column, message: DOUBTFUL, ...value }] : [];
      const messages = messagesOf(cell);
      if (messages.length === 0) set(input, cell);
      return messages.map((message) => ({ row, column, message, ...value }));
    });
  }

  return {
    judge,
    isDoubtful: () => isDoubtful,
    wait(row) {
      waiting.push(row);
      return fields.some(({ decimal }) => isUnclear(decimal)) ? waiting.length : 0;
    },
    settle() {
      const bad = new Map<ImportRow, BadCell[]>();
      for (const row of waiting) {
        const issues = settled(row);
        if (issues.length > 0) bad.set(row, issues);
      }
      return bad;
    },
    columns: () =>
      columns.map((column, at) => {
        const decimal = fields.find((each) => each.at === at)?.decimal;
        if (usual || !decimal || !isNumberField(String(column.field))) return column;
        const { sign, example } = decimal;
        if (sign) return { ...column, decimal: sign };
        return example === undefined ? column : { ...column, decimal: "unclear", example };
      }),
  };
}

/** Whether a column has figures that can be read both ways, and none that tells how. */
function isUnclear({ sign, example }: ColumnDecimal): boolean {
  return sign === undefined && example !== undefined;
}
