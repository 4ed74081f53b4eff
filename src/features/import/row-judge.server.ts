import {
  type DecimalSign,
  isNumberField,
  numberOfCell,
  valueOfCell,
} from "../../vehicle/ev-cells.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import type { BadCell, CsvColumn } from "./import-schemas.server.ts";
import { headerAmong, type SaidOfColumn, type SaidOfFile, saidOfHeader } from "./import-columns.ts";
import { textKey } from "./import-mapping.server.ts";
import { createNameSplitter, type NamePart, type NameSplitter } from "./split-name.ts";
import { conversionOf, figureInUnit } from "./unit-conversion.ts";
import { type FieldName, isFieldName } from "../../vehicle/fields.ts";
import { type BadRow, type ImportRow, shownValue } from "./import-file.server.ts";

const NO_SUCH_MAKE = "No known make begins this name";
/** One text for all such cells, so that they form one reason. */
export const DOUBTFUL = "This can be read two ways, with a decimal point and with a decimal comma";

interface FieldColumn extends Pick<SaidOfColumn, "unit" | "rate" | "values"> {
  field: FieldName;
  at: number;
  header: string;
  /** what stands before the decimals; undefined: no cell has told yet */
  sign: DecimalSign | undefined;
  /** the first cell that can be read both ways */
  example?: string;
}

/** A column of whole names. */
interface NameColumn {
  at: number;
  header: string;
  parts: readonly NamePart[];
  split: NameSplitter;
}

/** The figure of a cell as it would be stored. */
function figureOf({ field, unit, rate }: FieldColumn, cell: string, decimal: DecimalSign) {
  const text = cell.trim();
  if (unit === undefined) return numberOfCell(field, text, decimal);
  const figure = figureInUnit(text, decimal, unit);
  if (figure === undefined) return undefined;
  return conversionOf(field, unit, rate)?.(figure) ?? figure;
}

/** How a figure can be read: in one way, in both, or as the same number (or none) either way. */
function readingsOf(column: FieldColumn, cell: string): DecimalSign | "both" | "same" {
  if (column.values?.has(textKey(cell))) return "same";
  const point = figureOf(column, cell, "point");
  const comma = figureOf(column, cell, "comma");
  if (point === comma) return "same";
  if (comma === undefined) return "point";
  if (point === undefined) return "comma";
  const schema = EvInput.shape[column.field];
  const [isPoint, isComma] = [point, comma].map((value) => schema.safeParse(value).success);
  return isPoint === isComma ? "both" : isPoint ? "point" : "comma";
}

function valueOf(column: FieldColumn, cell: string): unknown {
  const { field, values, unit, sign } = column;
  const meant = values?.get(textKey(cell));
  if (meant !== undefined) return meant;
  if (unit === undefined) return valueOfCell(field, cell, sign);
  const figure = figureOf(column, cell, sign ?? "point");
  if (figure !== undefined) return figure;
  const value = valueOfCell(field, cell, sign);
  // A figure in another unit than is said, such as dollars among euros, is none.
  return typeof value === "number" ? cell : value;
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
    issues.push({ row, column: "", message, ...shownValue(cells[stray]) });
  }
  return issues;
}

export type RowJudge = ReturnType<typeof createRowJudge>;

/**
 * Judges the rows of a file with these columns. Where no decimal sign is said, the first cell of a
 * column that can be read in one way only tells it, and rows with cells that can be read both ways
 * wait for that.
 * @param said of columns, and of fields without one
 * @param models of the catalogue, by which names are divided
 * @param usual the decimal sign where nothing is said; undefined: it has to be found
 */
export function createRowJudge(
  columns: readonly CsvColumn[],
  said: SaidOfFile,
  models: Iterable<{ make: string; model: string }>,
  usual: DecimalSign | undefined,
) {
  const { constants = {}, rules = [] } = said;
  const fields = columns.flatMap(({ header, field, decimal }, at): FieldColumn[] => {
    if (!isFieldName(field)) return [];
    const signSaid = decimal === "unclear" ? undefined : decimal;
    const sign = isNumberField(field) ? (signSaid ?? usual) : "point";
    return [{ ...saidOfHeader(said, header), field, at, header, sign }];
  });
  const names = columns.flatMap(({ header, split: parts }, at): NameColumn[] => {
    const makes = saidOfHeader(said, header)?.makes;
    return parts ? [{ at, header, parts, split: createNameSplitter(parts, models, makes) }] : [];
  });
  const headers = columns.map(({ header }) => header);
  const ruled = rules.flatMap(({ column, ...rule }) => {
    const named = headerAmong(headers, column);
    const at = named === undefined ? -1 : headers.indexOf(named);
    return at < 0 ? [] : [{ at, ...rule }];
  });
  const waiting: { row: number; cells: readonly string[] }[] = [];
  const undecided = () => fields.filter(({ sign }) => sign === undefined);

  /** @returns whether the row has a figure that can be read both ways */
  function findSigns(cells: readonly string[]): boolean {
    let isDoubtful = false;
    for (const column of undecided()) {
      const cell = cells[column.at] ?? "";
      const readings = readingsOf(column, cell);
      if (readings === "both") {
        column.example ??= cell.trim();
        isDoubtful = true;
      } else if (readings !== "same") column.sign = readings;
    }
    return isDoubtful;
  }

  function doubtsOf(cells: readonly string[], row: number): BadCell[] {
    return undecided()
      .filter((column) => readingsOf(column, cells[column.at] ?? "") === "both")
      .map(({ at, header }) => cellIssue(row, header, DOUBTFUL, cells[at]));
  }

  function bad(cells: readonly string[], row: number, issues: BadCell[]): BadRow {
    // A row may have millions of cells; those beyond the header are of no use.
    return { row, cells: cells.slice(0, columns.length), issues };
  }

  function parse(cells: readonly string[], row: number): ImportRow | BadRow {
    const values: Record<string, unknown> = { ...constants };
    for (const column of fields) values[column.field] = valueOf(column, cells[column.at] ?? "");
    const unnamed = names.flatMap(({ at, header, split }) => {
      const parts = split(cells[at] ?? "");
      Object.assign(values, parts);
      return parts ? [] : [cellIssue(row, header, NO_SUCH_MAKE, cells[at])];
    });
    if (unnamed.length > 0) return bad(cells, row, unnamed);
    const { data: input, error } = EvInput.safeParse(values);
    if (input) return input.image?.startsWith("data:") ? { row, input, cells } : { row, input };
    const issues = [...fields, ...names].flatMap((column) =>
      error.issues
        .filter(({ path: [field] }) =>
          "parts" in column ? column.parts.some((part) => part === field) : column.field === field,
        )
        .map(({ message }) => cellIssue(row, column.header, message, cells[column.at])),
    );
    // A constant that leaves a required field empty has no column.
    if (issues.length === 0) {
      issues.push(...error.issues.map(({ message }) => ({ row, column: "", message })));
    }
    return bad(cells, row, issues);
  }

  return {
    /** Whether the mapping's rules say that the row is none of ours. */
    isLeftOut: (cells: readonly string[]) =>
      ruled.some(({ at, texts, leavesOut }) => texts.has(textKey(cells[at] ?? "")) === leavesOut),
    /** @returns the row, or what is wrong with it; null: it waits for a column's decimal sign */
    judge(cells: readonly string[], row: number): ImportRow | BadRow | null {
      const stray = strayIssues(columns, cells, row);
      if (stray.length > 0) return bad(cells, row, stray);
      const isDoubtful = findSigns(cells);
      const verdict = parse(cells, row);
      if (!isDoubtful || "issues" in verdict) return verdict;
      waiting.push({ row, cells });
      return null;
    },
    /** How many rows wait while some column has nothing but figures that can be read both ways. */
    doubtfulRows: () => (undecided().some(({ example }) => example) ? waiting.length : 0),
    settle: () =>
      waiting.map(({ row, cells }) => {
        const issues = doubtsOf(cells, row);
        return issues.length > 0 ? bad(cells, row, issues) : parse(cells, row);
      }),
    columns: () =>
      columns.map((column, at): CsvColumn => {
        const { field, sign, example } = fields.find((each) => each.at === at) ?? {};
        if (usual || !field || !isNumberField(field)) return column;
        if (sign) return { ...column, decimal: sign };
        return example === undefined ? column : { ...column, decimal: "unclear", example };
      }),
  };
}

function cellIssue(
  row: number,
  column: string,
  message: string,
  cell: string | undefined,
): BadCell {
  return { row, column, message, ...shownValue(cell) };
}
