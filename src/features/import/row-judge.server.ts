import {
  type DecimalSign,
  isNumberField,
  numberOfCell,
  valueOfCell,
} from "../../vehicle/ev-cells.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import type { BadCell, CsvColumn } from "./import-schemas.server.ts";
import { type FieldName, isFieldName } from "../../vehicle/fields.ts";
import { type BadRow, type ImportRow, shownValue } from "./import-file.server.ts";

/** One text for all such cells, so that they form one reason. */
export const DOUBTFUL = "This can be read two ways, with a decimal point and with a decimal comma";

interface FieldColumn {
  field: FieldName;
  at: number;
  header: string;
  /** what stands before the decimals; undefined: no cell has told yet */
  sign: DecimalSign | undefined;
  /** the first cell that can be read both ways */
  example?: string;
}

/** How a figure can be read: in one way, in both, or as the same number (or none) either way. */
function readingsOf(field: FieldName, cell: string): DecimalSign | "both" | "same" {
  const text = cell.trim();
  const point = numberOfCell(field, text, "point");
  const comma = numberOfCell(field, text, "comma");
  if (point === comma) return "same";
  if (comma === undefined) return "point";
  if (point === undefined) return "comma";
  const schema = EvInput.shape[field];
  const [isPoint, isComma] = [point, comma].map((value) => schema.safeParse(value).success);
  return isPoint === isComma ? "both" : isPoint ? "point" : "comma";
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
 * @param usual the decimal sign where nothing is said; undefined: it has to be found
 */
export function createRowJudge(columns: readonly CsvColumn[], usual: DecimalSign | undefined) {
  const fields = columns.flatMap(({ header, field, decimal }, at): FieldColumn[] => {
    if (!isFieldName(field)) return [];
    const said = decimal === "unclear" ? undefined : decimal;
    return [{ field, at, header, sign: isNumberField(field) ? (said ?? usual) : "point" }];
  });
  const waiting: { row: number; cells: readonly string[] }[] = [];
  const undecided = () => fields.filter(({ sign }) => sign === undefined);

  /** @returns whether the row has a figure that can be read both ways */
  function findSigns(cells: readonly string[]): boolean {
    let isDoubtful = false;
    for (const column of undecided()) {
      const cell = cells[column.at] ?? "";
      const readings = readingsOf(column.field, cell);
      if (readings === "both") {
        column.example ??= cell.trim();
        isDoubtful = true;
      } else if (readings !== "same") column.sign = readings;
    }
    return isDoubtful;
  }

  function doubtsOf(cells: readonly string[], row: number): BadCell[] {
    return undecided()
      .filter(({ field, at }) => readingsOf(field, cells[at] ?? "") === "both")
      .map(({ at, header }) => cellIssue(row, header, DOUBTFUL, cells[at]));
  }

  function bad(cells: readonly string[], row: number, issues: BadCell[]): BadRow {
    // A row may have millions of cells; those beyond the header are of no use.
    return { row, cells: cells.slice(0, columns.length), issues };
  }

  function parse(cells: readonly string[], row: number): ImportRow | BadRow {
    const values: Record<string, unknown> = {};
    for (const { field, at, sign } of fields) {
      values[field] = valueOfCell(field, cells[at] ?? "", sign);
    }
    const { data: input, error } = EvInput.safeParse(values);
    if (input) return input.image?.startsWith("data:") ? { row, input, cells } : { row, input };
    const issues = fields.flatMap(({ field, at, header }) =>
      error.issues
        .filter(({ path }) => path[0] === field)
        .map(({ message }) => cellIssue(row, header, message, cells[at])),
    );
    return bad(cells, row, issues);
  }

  return {
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
