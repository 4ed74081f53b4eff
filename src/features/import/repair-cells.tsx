/** What is typed in place of bad or odd cells, in the units of their columns. */
import { entryOf, type FieldName, isFieldName } from "../../vehicle/fields.ts";
import styles from "./repairs.module.css";
import {
  type CellRepair,
  draftOf,
  type ImportDraft,
  isUnreadable,
  sampleText,
} from "./import-draft.ts";
import type { CsvColumn } from "./import-schemas.server.ts";
import { ValueInput } from "./value-input.tsx";

export interface RepairColumn {
  column: CsvColumn;
  field: FieldName;
  draft: ImportDraft;
}

/** @returns undefined for a column that is no field: it has nothing to repair */
export function repairColumn(
  header: string,
  columns: readonly CsvColumn[],
  draft: ImportDraft,
): RepairColumn | undefined {
  const column = columns.find((each) => each.header === header);
  return column && isFieldName(column.field) ? { column, field: column.field, draft } : undefined;
}

function signOf({ column, draft }: RepairColumn) {
  return column.decimal === "unclear" ? draft.decimal : (column.decimal ?? draft.decimal);
}

function unitOf({ column, field }: RepairColumn): string | undefined {
  const entry = entryOf(field);
  return column.unit ?? (entry.kind === "figure" ? entry.unit : undefined);
}

export function isWrong(of: RepairColumn, text: string): boolean {
  return isUnreadable({ ...draftOf(of.draft, of.column), field: of.field }, text, signOf(of));
}

/** With these in place of those of the same cells. */
export function withCells(draft: ImportDraft, cells: readonly CellRepair[]): ImportDraft {
  const keyOf = ({ row, column }: CellRepair) => `${row} ${column}`;
  const all = new Map([...(draft.cells ?? []), ...cells].map((cell) => [keyOf(cell), cell]));
  return all.size === 0 ? draft : { ...draft, cells: [...all.values()] };
}

interface RepairInputProps {
  of: RepairColumn;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function RepairInput({ of, label, value, onChange }: RepairInputProps) {
  const { column, field, draft } = of;
  const { label: name, required } = entryOf(field);
  const unit = unitOf(of);
  const { values: _values, ...said } = draftOf(draft, column);
  const stored = value && sampleText({ ...said, field }, value, signOf(of));
  const wrong = isWrong(of, value);
  return (
    <span className={styles.input}>
      <ValueInput
        label={label}
        field={field}
        value={value}
        placeholder={`${name}${unit ? ` in ${unit}` : ""}${required ? "" : ", or - for none"}`}
        unsaid="As it is"
        mayClear={!required}
        isWrong={wrong}
        onChange={onChange}
      />
      {wrong && <output className={styles.wrong}>This is no figure</output>}
      {stored && stored !== value && <output>→ {stored}</output>}
    </span>
  );
}
