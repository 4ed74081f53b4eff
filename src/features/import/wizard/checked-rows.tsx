import { clsx } from "clsx";
import { useId, useMemo, useState } from "react";
import { countOf, formatCount } from "../../../domain/format.ts";
import { isNumberField } from "../../../domain/ev-cells.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import { FIELD_LABELS, FIELD_NAMES, type FieldName, isFieldName } from "../../../domain/fields.ts";
import type { BadCell, UnusualFigures } from "../import.schema.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { catalogueWords, convertedUnit, storedText, unitLabel } from "../stored-text.ts";
import { isUnusual } from "../../../domain/usual-figures.ts";
import { textOfValue } from "./import-draft.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { RowTable } from "./row-table.tsx";
import styles from "./row-tables.module.css";
import { EditableCell, columnOfField, type Typing } from "./typed-cells.tsx";

/** A new row as it would be stored, or a bad row as it is in the file. */
type CheckedRow = NewRow | BadRow;

interface NewRow {
  row: number;
  ev: EvInput;
}

interface BadRow {
  row: number;
  cells: readonly string[];
  issues: readonly BadCell[];
}

/** First columns of the table: on a phone, model, trim and price are next to each other. */
const FIRST_FIELDS: readonly FieldName[] = ["make", "model", "trim", "price", "year"];
const NAME_FIELDS: ReadonlySet<FieldName> = new Set<FieldName>(["make", "model", "trim", "year"]);

function listCheckedRows({ added, bad, invalid }: CheckAnswer): CheckedRow[] {
  const issues = Map.groupBy(invalid, ({ row }) => row);
  const rows: CheckedRow[] = [
    ...added.map(({ row, ...ev }) => ({ row, ev })),
    ...bad.map(({ row, cells }) => ({ row, cells, issues: issues.get(row) ?? [] })),
  ];
  return rows.sort((a, b) => a.row - b.row);
}

type Bounds = ReadonlyMap<FieldName, UnusualFigures>;

function hasProblem(row: CheckedRow, bounds: Bounds): boolean {
  if ("issues" in row) return true;
  return Iterator.from(bounds).some(([field, each]) => isUnusual(row.ev[field], each));
}

function validateRows(answer: CheckAnswer) {
  const rows = listCheckedRows(answer);
  const bounds: Bounds = new Map(answer.unusual.map((each) => [each.field, each]));
  return { rows, bounds, problems: rows.filter((row) => hasProblem(row, bounds)) };
}

/** The columns of the table. */
function fieldsToShow({ added }: CheckAnswer, columns: readonly CsvColumn[]): FieldName[] {
  const withColumn = new Set(columns.map(({ field }) => field));
  const isGiven = (field: FieldName) =>
    NAME_FIELDS.has(field) || withColumn.has(field) || added.some((row) => row[field] !== null);
  const others = FIELD_NAMES.filter((field) => !FIRST_FIELDS.includes(field));
  return [...FIRST_FIELDS, ...others].filter(isGiven);
}

/** Lists all new and bad rows, whose cells can all be edited (importing.md#check). */
export function CheckedRows({ answer, typing }: { answer: CheckAnswer; typing: Typing }) {
  const id = useId();
  const [isFiltered, setFiltered] = useState(false);
  const { columns } = typing;
  // Memoized, since typing does not change it and there may be 20,000 rows.
  const { rows, bounds, problems } = useMemo(() => validateRows(answer), [answer]);
  const fields = useMemo(() => fieldsToShow(answer, columns), [answer, columns]);
  const shown = isFiltered && problems.length > 0 ? problems : rows;
  const notListed = answer.counts.added + answer.counts.invalid - rows.length;
  return (
    <div className={styles.checked}>
      {problems.length > 0 && (
        <p className={styles.filter}>
          <input
            id={`${id}filter`}
            type="checkbox"
            checked={isFiltered}
            onChange={({ currentTarget: { checked } }) => setFiltered(checked)}
          />
          <label htmlFor={`${id}filter`}>
            Only rows with problems ({formatCount(problems.length)})
          </label>
        </p>
      )}
      <RowTable
        label="New EVs as stored"
        caption="Press a cell to change it; arrow keys go from cell to cell."
        rows={shown}
        columnCount={fields.length + 1}
        head={
          <>
            <th scope="col" className={styles.rowNumber}>
              Row
            </th>
            {fields.map((field) => (
              <th key={field} scope="col" className={clsx(isNumberField(field) && styles.figure)}>
                {FIELD_LABELS[field]}
                <Origin field={field} column={findColumn(field, columns)} />
              </th>
            ))}
          </>
        }
      >
        {(row) => (
          <>
            <th scope="row" className={clsx(styles.rowNumber, "issues" in row && styles.issue)}>
              {formatCount(row.row)}
              {"issues" in row && <span className="visually-hidden"> bad</span>}
            </th>
            {fields.map((field, at) =>
              "ev" in row ? (
                <StoredCell key={field} field={field} row={row} typing={typing} bounds={bounds} />
              ) : (
                <FileCell key={field} field={field} row={row} typing={typing} isFirst={at === 0} />
              ),
            )}
          </>
        )}
      </RowTable>
      {notListed > 0 && <p className={styles.left}>...and {countOf(notListed, "more row")}</p>}
    </div>
  );
}

/** The column that a field comes from; parts of a whole name come from the same column. */
function findColumn(field: FieldName, columns: readonly CsvColumn[]): CsvColumn | undefined {
  return (
    columns.find((column) => column.field === field) ??
    columns.find(({ split = [] }) => split.some((part) => part === field))
  );
}

function Origin({ field, column }: { field: FieldName; column: CsvColumn | undefined }) {
  if (column?.split) return <span className={styles.header}>from {column.header}</span>;
  if (!column) return <span className={styles.header}>for all rows</span>;
  const { header, issue } = column;
  const unit = convertedUnit(column);
  const own = [field, FIELD_LABELS[field]].map((name) => name.toLowerCase());
  if (own.includes(header.toLowerCase()) && unit === undefined) return null;
  return (
    <span className={styles.header}>
      {header}
      {unit === undefined
        ? issue && <span className={styles.issue}> ({issue})</span>
        : `, converted from ${unitLabel(unit)}`}
    </span>
  );
}

interface StoredCellProps {
  field: FieldName;
  row: NewRow;
  typing: Typing;
  bounds: Bounds;
}

function StoredCell({ field, row: { row, ev }, typing, bounds }: StoredCellProps) {
  const value = ev[field];
  const unusual = bounds.get(field);
  const isOdd = isUnusual(value, unusual);
  const column = typing.columns.find((each) => each.field === field) ?? columnOfField(field);
  return (
    <td
      className={clsx(
        isNumberField(field) && styles.figure,
        value === null && styles.missing,
        isOdd && styles.unusual,
        field === "image" && styles.image,
        !isNumberField(field) && styles.text,
      )}
    >
      <EditableCell typing={typing} row={row} column={column} value={value}>
        {storedText(field, value)}
        {isOdd && "?"}
      </EditableCell>
      {isOdd && unusual && <span className={styles.header}>{catalogueWords(unusual)}</span>}
    </td>
  );
}

interface FileCellProps {
  field: FieldName;
  row: BadRow;
  typing: Typing;
  /** shows what is wrong with the whole row */
  isFirst: boolean;
}

/** A cell of a bad row, as it is in the file. */
function FileCell({ field, row: { row, cells, issues }, typing, isFirst }: FileCellProps) {
  const { columns, mapping } = typing;
  const own = columns.findIndex((each) => each.field === field);
  const whole = columns.findIndex(({ split = [] }) => split.some((part) => part === field));
  // The model's cell shows the whole name; its other parts are typed separately.
  const at = own < 0 && field === "model" ? whole : own;
  const column = columns[at] ?? columnOfField(field);
  const isOfFile = columns[at] !== undefined;
  const text = isOfFile ? (cells[at] ?? "") : textOfValue(field, mapping.constants?.[field]);
  const wrong = issues.filter((issue) =>
    issue.field
      ? issue.field === field
      : (isOfFile && issue.column === column.header) || (isFirst && issue.column === ""),
  );
  return (
    <td
      className={clsx(
        isNumberField(field) && styles.figure,
        !isNumberField(field) && styles.text,
        text === "" && styles.missing,
        wrong.length > 0 && styles.unusual,
      )}
    >
      <EditableCell
        typing={typing}
        row={row}
        column={column}
        text={isFieldName(column.field) && text.endsWith("…") ? "" : text}
      >
        {text || "–"}
      </EditableCell>
      {wrong.map(({ message }) => (
        <span key={message} className={styles.header}>
          {message}
        </span>
      ))}
    </td>
  );
}
