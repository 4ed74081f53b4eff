/** Edits replacements for a file's cells, in the units of their columns. */
import { type KeyboardEvent, type ReactNode, useState } from "react";

import { cellOf, isNumberField } from "../../../domain/ev-cells.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import { entryOf, FIELD_LABELS, type FieldName, isFieldName } from "../../../domain/fields.ts";
import {
  findColumnDraft,
  findProblem,
  type ImportDraft,
  sampleText,
  signOf,
  typedText,
  withCell,
} from "./import-draft.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { storedText } from "./import-texts.ts";
import styles from "./typed-cells.module.css";
import { convertedUnit } from "../mapping/stated-units.ts";

/** The columns of the checked file, and what was typed since. */
export interface Typing {
  columns: readonly CsvColumn[];
  draft: ImportDraft;
  onMappingChange: (part: Partial<ImportDraft>) => void;
}

interface ValueInputProps {
  id?: string;
  label?: string;
  field: FieldName;
  value: string;
  placeholder?: string;
  /** label of a choice before one is made */
  emptyLabel?: string;
  required?: boolean;
  /** whether "no value" can be chosen too */
  mayClear?: boolean;
  isWrong: boolean;
  onChange: (value: string) => void;
}

function cellOptionsOf(field: FieldName): readonly string[] | undefined {
  const entry = entryOf(field);
  return entry.kind === "choice"
    ? entry.options
    : entry.kind === "flag"
      ? ["Yes", "No"]
      : undefined;
}

/** An input for one value: a select if the field has options, else text. */
export function ValueInput(props: ValueInputProps) {
  const {
    id,
    label,
    field,
    value,
    placeholder,
    emptyLabel = "Leave empty",
    mayClear,
    isWrong,
  } = props;
  const options = cellOptionsOf(field);
  const shared = {
    id,
    value,
    required: props.required,
    "aria-label": label,
    "aria-invalid": isWrong || undefined,
  };
  if (!options) {
    return (
      <input
        {...shared}
        placeholder={placeholder}
        inputMode={isNumberField(field) ? "decimal" : "text"}
        autoComplete="off"
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      />
    );
  }
  return (
    <select {...shared} onChange={({ currentTarget }) => props.onChange(currentTarget.value)}>
      <option value="">{emptyLabel}</option>
      {mayClear && <option value="-">Leave empty</option>}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}

interface RepairInputProps {
  column: CsvColumn;
  draft: ImportDraft;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function RepairInput({ column, draft, label, value, onChange }: RepairInputProps) {
  // A name to be split is required text, like a make.
  const field = isFieldName(column.field) ? column.field : "make";
  const entry = entryOf(field);
  const name = isFieldName(column.field) ? entry.label : "Make, model and trim";
  const unit = column.unit ?? (entry.kind === "figure" ? entry.unit : undefined);
  const { values: _values, ...columnDraft } = findColumnDraft(draft, column);
  const stored = value && sampleText(column.header, columnDraft, value, signOf(column, draft));
  const problem = findProblem(column.header, columnDraft, value, signOf(column, draft));
  return (
    <span className={styles.input}>
      <ValueInput
        label={label}
        field={field}
        value={value}
        placeholder={`${name}${unit ? ` in ${unit}` : ""}${entry.required ? "" : ", or - for none"}`}
        emptyLabel="Don't change"
        mayClear={!entry.required}
        isWrong={problem !== undefined}
        onChange={onChange}
      />
      {problem && <output className={styles.wrong}>{problem}</output>}
      {stored && !problem && stored !== value && <output>→ {stored}</output>}
    </span>
  );
}

/** A stand-in for a field of one row that has no column. */
export function columnOfField(field: FieldName): CsvColumn {
  return { header: "", field };
}

function placeOf({ header, field }: CsvColumn, row: number) {
  return header === "" && isFieldName(field)
    ? { row, column: header, field }
    : { row, column: header };
}

function columnLabel({ header, field }: CsvColumn): string {
  return header === "" && isFieldName(field) ? FIELD_LABELS[field] : header;
}

/** @param props.start the initial value; typing it again removes the replacement */
export function CellInput(props: {
  typing: Typing;
  column: CsvColumn;
  row: number;
  start?: string;
}) {
  const { typing, column, row, start = "" } = props;
  const { draft, onMappingChange } = typing;
  const place = placeOf(column, row);
  return (
    <RepairInput
      column={column}
      draft={draft}
      label={`${columnLabel(column)} of row ${row} is stored as`}
      value={typedText(draft, place) ?? start}
      onChange={(text) =>
        onMappingChange(withCell(draft, { ...place, text: text === start ? undefined : text }))
      }
    />
  );
}

/** Undefined if only another text can replace it: a choice, or a figure in another unit. */
function startText(
  { field, unit }: CsvColumn,
  value: EvInput[keyof EvInput],
  sign: ReturnType<typeof signOf>,
): string | undefined {
  const isConverted = convertedUnit({ field, ...(unit !== undefined && { unit }) }) !== undefined;
  if (isConverted || (isFieldName(field) && cellOptionsOf(field))) return undefined;
  const text = cellOf(field ?? "make", value);
  return typeof value === "number" && sign === "comma" ? text.replace(".", ",") : text;
}

interface EditableCellProps {
  typing: Typing;
  row: number;
  column: CsvColumn;
  /** the value as it would be stored; undefined if it cannot be read, then `text` is shown */
  value?: EvInput[keyof EvInput];
  text?: string;
  children: ReactNode;
}

const focusOn = (element: HTMLElement | null) => element?.focus();
const focusWithin = (element: HTMLElement | null) =>
  element?.querySelector<HTMLElement>("input, select")?.focus();

/** Shows the stored value; pressing it opens an input for the value to store instead. */
export function EditableCell({ typing, row, column, value, text, children }: EditableCellProps) {
  const { draft, onMappingChange } = typing;
  // `left`: closed with a key, so that the focus stays in the cell.
  const [state, setState] = useState<"closed" | "open" | "left">("closed");
  const [before, setBefore] = useState(draft.cells);
  if (state === "open") {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing || !["Enter", "Escape"].includes(event.key)) return;
      event.preventDefault();
      if (event.key === "Escape") onMappingChange({ cells: before ?? [] });
      setState("left");
    };
    const start = value === undefined ? text : startText(column, value, signOf(column, draft));
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
        <CellInput typing={typing} row={row} column={column} start={start ?? ""} />
      </span>
    );
  }
  const typed = typedText(draft, placeOf(column, row));
  const { values: _values, ...columnDraft } = findColumnDraft(draft, column);
  const stored =
    typed === undefined
      ? undefined
      : (sampleText(column.header, columnDraft, typed, signOf(column, draft)) ?? typed);
  return (
    <button
      type="button"
      ref={state === "left" ? focusOn : undefined}
      className={styles.cell}
      title={`Change ${columnLabel(column)} of row ${row}`}
      tabIndex={-1}
      onClick={() => {
        setBefore(draft.cells);
        setState("open");
      }}
    >
      {children}
      {stored !== undefined && stored !== storedText(column.field, value) && <b> → {stored}</b>}
    </button>
  );
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Arrow keys move between cells, and from the table itself to the first one. */
export function moveInTable(event: KeyboardEvent<HTMLElement>): void {
  const [down, right] = STEPS[event.key] ?? [];
  const { currentTarget, target } = event;
  if (down === undefined || right === undefined) return;
  const rows = [...currentTarget.querySelectorAll("tbody tr")]
    .map((row) => [...row.querySelectorAll("button")])
    .filter((row) => row.length > 0);
  const at = rows.findIndex((row) => row.some((cell) => cell === target));
  if (at < 0 && target !== currentTarget) return;
  const place = rows[at]?.findIndex((cell) => cell === target) ?? 0;
  const next = at < 0 ? rows[0]?.[0] : rows[at + down]?.[place + right];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
