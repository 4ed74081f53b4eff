/** One table of rows whose cells show what would be stored, and can be edited (importing.md#check). */
import { clsx } from "clsx";
import { CircleAlert, CircleQuestionMark } from "lucide-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { formatCount } from "../../../domain/format.ts";
import { cellOf, isNumberField } from "../../../domain/ev-cells.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import { FIELD_LABELS, FIELD_NAMES, type FieldName, isFieldName } from "../../../domain/fields.ts";
import { isUnusual } from "../../../domain/typical-figures.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { DryRunAnswer, RowChanges, UnusualFigures } from "../import.schema.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import {
  catalogueWords,
  convertedUnit,
  fileText,
  shortName,
  storedText,
  unitLabel,
  valueAsTyped,
} from "../stored-text.ts";
import stepStyles from "./check-step.module.css";
import styles from "./check-table.module.css";
import { cellRef, typedText, withCells } from "./import-draft.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { useWizard } from "./use-import.ts";
import { columnOfField, choicesOf, ValueInput } from "./value-input.tsx";

/** Empty if only another text can replace it: a choice, or a figure in another unit. */
function startText(column: CsvColumn, value: EvInput[keyof EvInput]): string {
  const { field, decimal, multiple } = column;
  const isConverted = convertedUnit(column) !== undefined || multiple !== undefined;
  if (isConverted || (isFieldName(field) && choicesOf(field))) return "";
  const text = cellOf(field ?? "make", value);
  return typeof value === "number" && decimal === "comma" ? text.replace(".", ",") : text;
}

/** What a cell shows, how it can be edited, and what is wrong with it. */
interface CellView {
  column: CsvColumn;
  content: string;
  /** the value as it would be stored; undefined if it cannot be read, then `text` is edited */
  value?: EvInput[keyof EvInput];
  text?: string;
  /** what is wrong or unusual */
  problem?: string | undefined;
  /** the one value for all rows, unless another is typed for this row */
  forAll?: string | undefined;
}

/** Shows the stored value; pressing it opens an input for the value to store instead. */
function EditableCell({ row, shown }: { row: number; shown: CellView }) {
  const { column, content, value, text = "", problem, forAll } = shown;
  const { draft, findPreview, setMapping } = useWizard();
  const { mapping } = draft;
  const { header, field } = column;
  /** the typed cells before the input was opened */
  const [cellsBefore, setCellsBefore] = useState<ImportMapping["cells"]>();
  const button = useRef<HTMLButtonElement>(null);
  const cell = cellRef(row, column);
  const name = header === "" && isFieldName(field) ? FIELD_LABELS[field] : header;
  const typed = typedText(mapping, cell) ?? forAll;
  const start = value === undefined ? text : startText(column, value);
  const stored = typed === undefined ? undefined : (findPreview(column, typed)?.stored ?? typed);
  const isReplaced = stored !== undefined && ![content, storedText(field, value)].includes(stored);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") setMapping({ ...mapping, cells: cellsBefore ?? [] });
    // The input closes as it loses the focus.
    button.current?.focus();
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        className={styles.cell}
        title={problem ?? `Change ${name} of row ${row}`}
        tabIndex={-1}
        onClick={() => setCellsBefore(mapping.cells ?? [])}
      >
        {content}
        {problem && <span className="visually-hidden">{problem}</span>}
        {isReplaced && <b> → {stored}</b>}
      </button>
      {cellsBefore && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its inputs have the keys
        <span
          ref={focusWithin}
          className={styles.editor}
          onKeyDown={onKeyDown}
          onBlur={({ currentTarget, relatedTarget }) =>
            !currentTarget.contains(relatedTarget) && setCellsBefore(undefined)
          }
        >
          <ValueInput
            column={column}
            aria-label={`Replace ${name} of row ${row} with`}
            emptyLabel="Don’t change"
            mayClear
            value={typed ?? start}
            // Typing the initial value again removes the replacement.
            onValueChange={(next) =>
              setMapping(withCells(mapping, [cell], next === start ? undefined : next))
            }
          />
        </span>
      )}
    </>
  );
}

const focusWithin = (element: HTMLElement | null) =>
  element?.querySelector<HTMLElement>("input, select")?.focus();

type BadRow = DryRunAnswer["bad"][number];
/** A new row as it would be stored, or a bad row as it is in the file. */
type CheckedRow = { row: number; ev: Partial<EvInput> } | BadRow;

/** First columns of the table: on a phone, model, trim and price are next to each other. */
const FIRST_FIELDS: readonly FieldName[] = ["make", "model", "trim", "price", "year"];
const NAME_FIELDS: ReadonlySet<FieldName> = new Set<FieldName>(["make", "model", "trim", "year"]);

/** A value that was typed for all rows is one question, not one for each row. */
const isOfColumn = ({ column }: UnusualFigures) => column !== "";

function listRows({ added, bad, unusual }: CheckAnswer) {
  const rows: CheckedRow[] = [...added.map(({ row, ...ev }) => ({ row, ev })), ...bad];
  rows.sort((a, b) => a.row - b.row);
  const ofColumns = unusual.filter(isOfColumn);
  const hasProblem = (row: CheckedRow) =>
    "cells" in row || ofColumns.some((figures) => isUnusual(row.ev[figures.field], figures));
  return { rows, problems: rows.filter(hasProblem) };
}

/** Finds the value for all rows. While a row's name is unsettled, the catalogue may give it another. */
function createForAll({ makes, models }: CheckAnswer, { constants = {} }: ImportMapping) {
  const spelled = [...makes, ...models].filter(({ spelling }) => spelling !== undefined);
  const unsettled = new Set(spelled.map(({ name }) => name));
  return (field: FieldName, { cells }: BadRow): string | undefined => {
    const names = [cells.make, cells.model].map((cell) => String(cell?.value ?? cell?.text));
    const isLacking = !cells[field]?.text && names.every((name) => !unsettled.has(name));
    return (isLacking && valueAsTyped(constants[field])) || undefined;
  };
}

function fieldsToShow({ added, lacking, columns }: CheckAnswer): FieldName[] {
  const withColumn = new Set([...columns, ...lacking].map(({ field }) => field));
  const isGiven = (field: FieldName) =>
    NAME_FIELDS.has(field) || withColumn.has(field) || added.some((row) => row[field] !== null);
  const others = FIELD_NAMES.filter((field) => !FIRST_FIELDS.includes(field));
  return [...FIRST_FIELDS, ...others].filter(isGiven);
}

function storedCell(
  field: FieldName,
  value: EvInput[keyof EvInput] = null,
  { columns, unusual }: CheckAnswer,
): CellView {
  const figures = unusual.find((each) => each.field === field && isOfColumn(each));
  const column = columns.find((each) => each.field === field) ?? columnOfField(field);
  const content = storedText(field, value);
  if (!figures || !isUnusual(value, figures)) return { column, content, value };
  return { column, content: `${content}?`, value, problem: catalogueWords(figures) };
}

/** A cell of a bad row, in the unit of the file; a whole name is shown split. */
function fileCell(field: FieldName, { cells }: BadRow, { columns }: CheckAnswer): CellView {
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
export function CheckedRows({ answer }: { answer: CheckAnswer }) {
  const [isFiltered, setFiltered] = useState(false);
  const [selected, setSelected] = useState<number>();
  const { draft } = useWizard();
  // Memoized, since typing does not change it and there may be 20,000 rows.
  const { rows, problems } = useMemo(() => listRows(answer), [answer]);
  const fields = useMemo(() => fieldsToShow(answer), [answer]);
  const listed = isFiltered && problems.length > 0 ? problems : rows;
  const forAll = createForAll(answer, draft.mapping);
  const show = (field: FieldName, row: CheckedRow): CellView =>
    "ev" in row
      ? storedCell(field, row.ev[field], answer)
      : { ...fileCell(field, row, answer), forAll: forAll(field, row) };
  const described = problems[0] && (rows.find(({ row }) => row === selected) ?? problems[0]);
  return (
    <div className={clsx(described && styles.split)}>
      {problems.length > 0 && (
        <Checkbox className={styles.filter} checked={isFiltered} onChange={setFiltered}>
          {`Only rows with ${answer.bad.length > 0 ? "problems" : "unusual figures"} (${formatCount(problems.length)})`}
        </Checkbox>
      )}
      <RowTable
        label="New EVs as stored"
        isEditable
        rows={listed}
        head={[
          "Row",
          ...fields.map((field) => (
            <div key={field} className={clsx(isNumberField(field) && styles.figure)}>
              {labelWithoutUnit(field)}
              <Origin field={field} columns={answer.columns} />
            </div>
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
              const shown = show(field, row);
              const { value, content, problem } = shown;
              return (
                <td
                  key={field}
                  className={clsx(
                    isNumberField(field) ? styles.figure : styles.text,
                    (value === null || content === "–") && "faint",
                    problem && ("ev" in row ? styles.unusual : styles.wrong),
                  )}
                  onClick={() => setSelected(row.row)}
                  onKeyUp={() => setSelected(row.row)}
                >
                  <EditableCell row={row.row} shown={shown} />
                </td>
              );
            })}
          </>
        )}
      </RowTable>
      {described && (
        <RowProblems
          row={described}
          texts={fields.flatMap((field) => {
            const { problem } = show(field, described);
            return problem ? [`${FIELD_LABELS[field]}: ${problem}`] : [];
          })}
        />
      )}
    </div>
  );
}

/** The errors of a bad row, or the questions about a good one. @param texts those of single cells */
function RowProblems({ row, texts }: { row: CheckedRow; texts: readonly string[] }) {
  const isBad = "cells" in row;
  const Icon = isBad ? CircleAlert : CircleQuestionMark;
  const ofRow = isBad && row.problem !== undefined ? [row.problem] : [];
  return (
    <aside aria-label="Problems of a row" className={styles.problems}>
      <b>Row {formatCount(row.row)}</b>
      <ul className={clsx(isBad && styles.issue)}>
        {[...ofRow, ...texts].map((text) => (
          <li key={text} className={stepStyles.marked}>
            <Icon aria-hidden size={20} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** `Range` of `Range (mi)`: the cells have the unit. */
const labelWithoutUnit = (field: FieldName) => FIELD_LABELS[field].replace(/ \(.+\)$/, "");

/** The column that a field comes from; parts of a whole name come from the same column. */
function Origin({ field, columns }: { field: FieldName; columns: readonly CsvColumn[] }) {
  const column =
    columns.find((each) => each.field === field) ??
    columns.find(({ split = [] }) => split.some((part) => part === field));
  const { header = "", issue, split, unit: ours = "US dollars", multiple } = column ?? {};
  const isConverted = column && (convertedUnit(column) !== undefined || multiple !== undefined);
  const own = [field, FIELD_LABELS[field], labelWithoutUnit(field)];
  const isOwn = own.some((name) => name.toLowerCase() === header.toLowerCase());
  if (isOwn && !isConverted) return null;
  const isInDoubt = column && !isConverted && issue !== undefined;
  const text = [
    column ? (split ? `from ${shortName(header)}` : shortName(header)) : "not in the file",
    isConverted && `, from ${unitLabel(ours, multiple)}`,
    isInDoubt && ` (${issue})`,
  ]
    .filter(Boolean)
    .join("");
  return <span className={clsx(styles.origin, isInDoubt && styles.issue)}>{text}</span>;
}

/** The fields that differ, with both values. */
export function listChanges(changes: RowChanges) {
  return Object.entries(changes).flatMap(([field, [before, after]]) =>
    isFieldName(field) ? [{ field, before, after }] : [],
  );
}

/** Lists each difference between the file and the catalogue. */
export function Differences({ answer }: { answer: CheckAnswer }) {
  const differences = answer.updated.flatMap(({ row, name, changes }) =>
    listChanges(changes).map((change) => ({ row, name, ...change })),
  );
  return (
    <RowTable
      label="Differences"
      isEditable
      rows={differences}
      head={["Row", "EV", "Field", "Now", "Then"]}
    >
      {({ row, name, field, before, after }) => {
        const shown = storedCell(field, after, answer);
        return (
          <>
            <td className={styles.rowNumber}>{row}</td>
            <td className={styles.text}>{name}</td>
            <td>{FIELD_LABELS[field]}</td>
            <td className={styles.text}>{storedText(field, before)}</td>
            <td className={clsx(styles.text, shown.problem && styles.unusual)}>
              <EditableCell row={row} shown={shown} />
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
    <RowTable label={label} rows={rows} head={head}>
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

const ROW_HEIGHT_PX = 36;
const OVERSCAN_ROWS = 12;
const KEYS = "Press a cell to change it; arrow keys go from cell to cell.";

interface RowTableProps<Row> {
  label: string;
  rows: readonly Row[];
  /** names of the columns */
  head: readonly ReactNode[];
  isEditable?: boolean;
  children: (row: Row) => ReactNode;
}

/** Renders only the visible rows of a table. It is a single Tab stop, however many cells it has. */
function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, rows, head, isEditable = false, children } = props;
  const id = useId();
  const region = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN_ROWS,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its cells have the keys
    <div
      ref={region}
      role="region"
      aria-label={label}
      {...(isEditable && { "aria-describedby": `${id}keys` })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
      tabIndex={0}
      className={styles.wide}
      onKeyDown={moveInTable}
    >
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        {isEditable && <caption id={`${id}keys`}>{KEYS}</caption>}
        <thead>
          <tr aria-rowindex={1}>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {/* These fill the space of rows that are not rendered. */}
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {items.map(({ index, key }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <tr key={key} aria-rowindex={index + 2}>
                  {children(row)}
                </tr>
              )
            );
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  );
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Arrow keys move between cells, and from the table itself to the first one. */
function moveInTable(event: KeyboardEvent<HTMLElement>): void {
  const [down, right] = STEPS[event.key] ?? [];
  const { currentTarget, target } = event;
  if (down === undefined || right === undefined) return;
  const rows = [...currentTarget.querySelectorAll("tbody tr")]
    .map((row) => [...row.querySelectorAll("button")])
    .filter((row) => row.length > 0);
  const at = rows.findIndex((row) => row.some((cell) => cell === target));
  if (at < 0 && target !== currentTarget) return;
  const cellIndex = rows[at]?.findIndex((cell) => cell === target) ?? 0;
  const next = at < 0 ? rows[0]?.[0] : rows[at + down]?.[cellIndex + right];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
