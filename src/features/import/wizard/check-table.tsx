/** One table of rows whose cells show what would be stored, and can be edited (importing.md#check). */
import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useMemo, useState } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { formatCount } from "../../../domain/format.ts";
import { cellOf, isNumberField } from "../../../domain/ev-cells.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import { FIELD_LABELS, FIELD_NAMES, type FieldName, isFieldName } from "../../../domain/fields.ts";
import { isUnusual } from "../../../domain/typical-figures.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { DryRunAnswer, UnusualFigures } from "../import.schema.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { catalogueWords, convertedUnit, fileText, storedText, unitLabel } from "../stored-text.ts";
import styles from "./check-table.module.css";
import {
  type CellPlace,
  type ChangeMapping,
  type FindText,
  typedText,
  withCell,
} from "./import-draft.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { RowTable } from "./row-table.tsx";
import { optionsOf, Replacement } from "./value-input.tsx";

/** The columns of the checked file, and what was typed since. */
export interface Typing {
  columns: readonly CsvColumn[];
  mapping: ImportMapping;
  findText: FindText;
  onMappingChange: ChangeMapping;
}

/** A stand-in for a field of one row that has no column. */
function columnOfField(field: FieldName): CsvColumn {
  return { header: "", field };
}

/** Undefined if only another text can replace it: a choice, or a figure in another unit. */
function startText(column: CsvColumn, value: EvInput[keyof EvInput]): string | undefined {
  const { field, decimal } = column;
  if (convertedUnit(column) !== undefined || (isFieldName(field) && optionsOf(field)))
    return undefined;
  const text = cellOf(field ?? "make", value);
  return typeof value === "number" && decimal === "comma" ? text.replace(".", ",") : text;
}

const focusOn = (element: HTMLElement | null) => element?.focus();
const focusWithin = (element: HTMLElement | null) =>
  element?.querySelector<HTMLElement>("input, select")?.focus();

/** Shows the stored value; pressing it opens an input for the value to store instead. */
function EditableCell(props: {
  typing: Typing;
  row: number;
  column: CsvColumn;
  /** the value as it would be stored; undefined if it cannot be read, then `text` is shown */
  value?: EvInput[keyof EvInput];
  text?: string;
  /** what is wrong or unusual */
  problem?: string | undefined;
  children: ReactNode;
}) {
  const { typing, row, column, value, text, problem, children } = props;
  const { mapping, findText, onMappingChange } = typing;
  const { header, field } = column;
  // `left`: closed with a key, so that the focus stays in the cell.
  const [state, setState] = useState<"closed" | "open" | "left">("closed");
  const [before, setBefore] = useState(mapping.cells);
  const cell: CellPlace =
    header === "" && isFieldName(field) ? { row, field } : { row, column: header };
  const name = header === "" && isFieldName(field) ? FIELD_LABELS[field] : header;
  const typed = typedText(mapping, cell);
  if (state === "open") {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing || !["Enter", "Escape"].includes(event.key)) return;
      event.preventDefault();
      if (event.key === "Escape") onMappingChange({ cells: before ?? [] });
      setState("left");
    };
    const start = (value === undefined ? text : startText(column, value)) ?? "";
    return (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its inputs have the keys
      <span
        ref={focusWithin}
        className={styles.editor}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) =>
          !currentTarget.contains(relatedTarget) && setState("closed")
        }
      >
        <Replacement
          column={column}
          findText={findText}
          label={`Replace ${name} of row ${row} with`}
          value={typed ?? start}
          // Typing the initial value again removes the replacement.
          onChange={(next) =>
            onMappingChange(withCell(mapping, cell, next === start ? undefined : next))
          }
        />
      </span>
    );
  }
  const stored = typed === undefined ? undefined : (findText(column, typed)?.stored ?? typed);
  return (
    <button
      type="button"
      ref={state === "left" ? focusOn : undefined}
      className={styles.cell}
      title={problem ?? `Change ${name} of row ${row}`}
      tabIndex={-1}
      onClick={() => {
        setBefore(mapping.cells);
        setState("open");
      }}
    >
      {children}
      {stored !== undefined && stored !== storedText(field, value) && <b> → {stored}</b>}
    </button>
  );
}

/** A new row as it would be stored, or a bad row as it is in the file. */
type CheckedRow = NewRow | BadRow;

interface NewRow {
  row: number;
  ev: EvInput;
}

type BadRow = DryRunAnswer["bad"][number];

/** First columns of the table: on a phone, model, trim and price are next to each other. */
const FIRST_FIELDS: readonly FieldName[] = ["make", "model", "trim", "price", "year"];
const NAME_FIELDS: ReadonlySet<FieldName> = new Set<FieldName>(["make", "model", "trim", "year"]);

type Bounds = ReadonlyMap<FieldName, UnusualFigures>;

/** A value that was typed for all rows is one question, not one for each row. */
function boundsOf(unusual: readonly UnusualFigures[]): Bounds {
  const ofColumns = unusual.filter(({ column }) => column !== "");
  return new Map(ofColumns.map((each) => [each.field, each]));
}

function listRows({ added, bad, unusual }: CheckAnswer) {
  const bounds = boundsOf(unusual);
  const rows: CheckedRow[] = [...added.map(({ row, ...ev }) => ({ row, ev })), ...bad];
  rows.sort((a, b) => a.row - b.row);
  const hasProblem = (row: CheckedRow) =>
    "cells" in row || Iterator.from(bounds).some(([field, each]) => isUnusual(row.ev[field], each));
  return { rows, bounds, problems: rows.filter(hasProblem) };
}

function fieldsToShow({ added, lacking }: CheckAnswer, columns: readonly CsvColumn[]): FieldName[] {
  const withColumn = new Set([...columns, ...lacking].map(({ field }) => field));
  const isGiven = (field: FieldName) =>
    NAME_FIELDS.has(field) || withColumn.has(field) || added.some((row) => row[field] !== null);
  const others = FIELD_NAMES.filter((field) => !FIRST_FIELDS.includes(field));
  return [...FIRST_FIELDS, ...others].filter(isGiven);
}

/** What a cell shows, how it can be edited, and what is wrong with it. */
interface Shown {
  column: CsvColumn;
  content: string;
  value?: EvInput[keyof EvInput];
  text?: string;
  problem?: string | undefined;
}

function showStored(field: FieldName, { ev }: NewRow, bounds: Bounds, typing: Typing): Shown {
  const value = ev[field];
  const unusual = bounds.get(field);
  const column = typing.columns.find((each) => each.field === field) ?? columnOfField(field);
  const content = storedText(field, value);
  if (!unusual || !isUnusual(value, unusual)) return { column, content, value };
  return { column, content: `${content}?`, value, problem: catalogueWords(unusual) };
}

/** A cell of a bad row, in the unit of the file; a whole name is shown split. */
function showFromFile(field: FieldName, { cells }: BadRow, { columns }: Typing): Shown {
  const { text = "", problem, column: whole, value } = cells[field] ?? {};
  const column =
    columns.find((each) => (whole === undefined ? each.field === field : each.header === whole)) ??
    columnOfField(field);
  if (value !== undefined) return { column, content: storedText(field, value), value };
  return {
    column,
    content: fileText(text, column) || "–",
    // A shortened text cannot be edited.
    text: isFieldName(column.field) && text.endsWith("…") ? "" : text,
    problem,
  };
}

/** Lists all new and bad rows, whose cells can all be edited (importing.md#check). */
export function CheckedRows({ answer, typing }: { answer: CheckAnswer; typing: Typing }) {
  const [isFiltered, setFiltered] = useState(false);
  const [selected, setSelected] = useState<CheckedRow>();
  const { columns } = typing;
  // Memoized, since typing does not change it and there may be 20,000 rows.
  const { rows, bounds, problems } = useMemo(() => listRows(answer), [answer]);
  const fields = useMemo(() => fieldsToShow(answer, columns), [answer, columns]);
  const shown = isFiltered && problems.length > 0 ? problems : rows;
  const show = (field: FieldName, row: CheckedRow) =>
    "ev" in row ? showStored(field, row, bounds, typing) : showFromFile(field, row, typing);
  return (
    <>
      {problems.length > 0 && (
        <Checkbox className={styles.filter} checked={isFiltered} onChange={setFiltered}>
          Only rows with problems ({formatCount(problems.length)})
        </Checkbox>
      )}
      <div className={styles.rows}>
        <RowTable
          label="New EVs as stored"
          isEditable
          rows={shown}
          head={[
            <th key="row" scope="col" className={styles.rowNumber}>
              Row
            </th>,
            ...fields.map((field) => (
              <th key={field} scope="col" className={clsx(isNumberField(field) && styles.figure)}>
                {FIELD_LABELS[field]}
                <Origin field={field} columns={columns} />
              </th>
            )),
          ]}
        >
          {(row) => (
            <>
              <th scope="row" className={clsx(styles.rowNumber, "cells" in row && styles.issue)}>
                {formatCount(row.row)}
                {"cells" in row && <span className="visually-hidden"> bad</span>}
              </th>
              {fields.map((field) => {
                const { content, problem, ...cell } = show(field, row);
                return (
                  <td
                    key={field}
                    className={clsx(
                      isNumberField(field) ? styles.figure : styles.text,
                      (cell.value === null || content === "–") && "faint",
                      problem && styles.unusual,
                    )}
                    onFocus={() => setSelected(row)}
                  >
                    <EditableCell {...cell} problem={problem} typing={typing} row={row.row}>
                      {content}
                      {problem && <span className="visually-hidden">{problem}</span>}
                    </EditableCell>
                  </td>
                );
              })}
            </>
          )}
        </RowTable>
        {problems.length > 0 && (
          <Problems
            row={selected}
            found={
              selected
                ? fields.flatMap((field) => {
                    const { problem } = show(field, selected);
                    return problem ? [`${FIELD_LABELS[field]}: ${problem}`] : [];
                  })
                : []
            }
          />
        )}
      </div>
    </>
  );
}

/** Tells what is wrong with the row whose cell has the focus. */
function Problems({ row, found }: { row: CheckedRow | undefined; found: readonly string[] }) {
  const ofRow = row && "cells" in row && row.problem;
  const all = ofRow ? [ofRow, ...found] : found;
  return (
    <aside aria-label="Problems of a row" className={styles.problems}>
      {row ? (
        <>
          <b>Row {formatCount(row.row)}</b>
          {all.length === 0 && <p>Nothing is wrong here.</p>}
          <ul>
            {all.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>Choose a row to see what is wrong with it.</p>
      )}
    </aside>
  );
}

/** The column that a field comes from; parts of a whole name come from the same column. */
function Origin({ field, columns }: { field: FieldName; columns: readonly CsvColumn[] }) {
  const column =
    columns.find((each) => each.field === field) ??
    columns.find(({ split = [] }) => split.some((part) => part === field));
  if (column?.split) return <span className={styles.origin}>from {column.header}</span>;
  if (!column) return <span className={styles.origin}>for all rows</span>;
  const { header, issue } = column;
  const unit = convertedUnit(column);
  const own = [field, FIELD_LABELS[field]].map((name) => name.toLowerCase());
  if (own.includes(header.toLowerCase()) && unit === undefined) return null;
  return (
    <span className={styles.origin}>
      {header}
      {unit === undefined
        ? issue && <span className={styles.issue}> ({issue})</span>
        : `, converted from ${unitLabel(unit)}`}
    </span>
  );
}

const headings = (names: readonly string[]) =>
  names.map((name) => (
    <th key={name} scope="col">
      {name}
    </th>
  ));

/** Lists each difference between the file and the catalogue. */
export function Differences({ answer, typing }: { answer: CheckAnswer; typing: Typing }) {
  const { updated: rows, unusual } = answer;
  const bounds = boundsOf(unusual);
  const differences = rows.flatMap(({ row, name, changes }) =>
    Object.entries(changes).flatMap(([field, [before, after]]) =>
      isFieldName(field) ? [{ row, name, field, before, after }] : [],
    ),
  );
  return (
    <RowTable
      label="Differences"
      isEditable
      rows={differences}
      head={headings(["Row", "EV", "Field", "Now", "Then"])}
    >
      {({ row, name, field, before, after }) => {
        const column = typing.columns.find((each) => each.field === field);
        const figures = bounds.get(field);
        const problem = figures && isUnusual(after, figures) ? catalogueWords(figures) : undefined;
        const then = (
          <>
            <b>
              {storedText(field, after)}
              {problem && "?"}
            </b>
            {problem && <span className="visually-hidden">{problem}</span>}
          </>
        );
        return (
          <>
            <td className={styles.rowNumber}>{row}</td>
            <td className={styles.text}>{name}</td>
            <td>{FIELD_LABELS[field]}</td>
            <td className={styles.text}>{storedText(field, before)}</td>
            <td className={clsx(styles.text, problem && styles.unusual)}>
              {column ? (
                <EditableCell
                  typing={typing}
                  row={row}
                  column={column}
                  value={after}
                  problem={problem}
                >
                  {then}
                </EditableCell>
              ) : (
                then
              )}
            </td>
          </>
        );
      }}
    </RowTable>
  );
}

export function TextTable(props: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  const { label, head, rows } = props;
  return (
    <RowTable label={label} rows={rows} head={headings(head)}>
      {(cells) =>
        cells.map((cell, at) => (
          <td key={head[at]} className={styles.text}>
            {cell}
          </td>
        ))
      }
    </RowTable>
  );
}
