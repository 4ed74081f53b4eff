/** Edits replacements for a file's cells, in the units of their columns. */
import { type KeyboardEvent, type ReactNode, useState } from "react";

import { cellOf, isNumberField } from "../../../domain/ev-cells.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import { entryOf, FIELD_LABELS, type FieldName, isFieldName } from "../../../domain/fields.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { convertedUnit, storedText } from "../stored-text.ts";
import {
  type CellPlace,
  type ChangeMapping,
  type FindText,
  typedText,
  withCell,
} from "./import-draft.ts";
import styles from "./typed-cells.module.css";

/** The columns of the checked file, and what was typed since. */
export interface Typing {
  columns: readonly CsvColumn[];
  mapping: ImportMapping;
  findText: FindText;
  onMappingChange: ChangeMapping;
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
  findText: FindText;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function RepairInput({ column, findText, label, value, onChange }: RepairInputProps) {
  // A name to be split is required text, like a make.
  const field = isFieldName(column.field) ? column.field : "make";
  const entry = entryOf(field);
  const name = isFieldName(column.field) ? entry.label : "Make, model and trim";
  const unit = column.unit ?? (entry.kind === "figure" ? entry.unit : undefined);
  const { stored, problem } = (value && findText(column, value)) || {};
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

function placeOf({ header, field }: CsvColumn, row: number): CellPlace {
  return header === "" && isFieldName(field) ? { row, field } : { row, column: header };
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
  const { mapping, findText, onMappingChange } = typing;
  const place = placeOf(column, row);
  return (
    <RepairInput
      column={column}
      findText={findText}
      label={`${columnLabel(column)} of row ${row} is stored as`}
      value={typedText(mapping, place) ?? start}
      onChange={(text) =>
        onMappingChange(withCell(mapping, place, text === start ? undefined : text))
      }
    />
  );
}

/** Undefined if only another text can replace it: a choice, or a figure in another unit. */
function startText(column: CsvColumn, value: EvInput[keyof EvInput]): string | undefined {
  const { field, decimal } = column;
  if (convertedUnit(column) !== undefined || (isFieldName(field) && cellOptionsOf(field)))
    return undefined;
  const text = cellOf(field ?? "make", value);
  return typeof value === "number" && decimal === "comma" ? text.replace(".", ",") : text;
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
  const { mapping, findText, onMappingChange } = typing;
  // `left`: closed with a key, so that the focus stays in the cell.
  const [state, setState] = useState<"closed" | "open" | "left">("closed");
  const [before, setBefore] = useState(mapping.cells);
  if (state === "open") {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing || !["Enter", "Escape"].includes(event.key)) return;
      event.preventDefault();
      if (event.key === "Escape") onMappingChange({ cells: before ?? [] });
      setState("left");
    };
    const start = value === undefined ? text : startText(column, value);
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
  const typed = typedText(mapping, placeOf(column, row));
  const stored = typed === undefined ? undefined : (findText(column, typed)?.stored ?? typed);
  return (
    <button
      type="button"
      ref={state === "left" ? focusOn : undefined}
      className={styles.cell}
      title={`Change ${columnLabel(column)} of row ${row}`}
      tabIndex={-1}
      onClick={() => {
        setBefore(mapping.cells);
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
