/** Inputs for values, in the units of their columns. */
import { clsx } from "clsx";

import { isNumberField } from "../../../domain/ev-cells.ts";
import { entryOf, type FieldName, isFieldName } from "../../../domain/fields.ts";
import { Choice } from "../../../ui/choice.tsx";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { FindText } from "./import-draft.ts";
import styles from "./value-input.module.css";

export function optionsOf(field: FieldName): readonly string[] | undefined {
  const entry = entryOf(field);
  if (entry.kind === "choice") return entry.options;
  return entry.kind === "flag" ? ["Yes", "No"] : undefined;
}

/** An input for one value: a select if the field has options, else text. */
export function ValueInput(props: {
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
}) {
  const { id, label, field, value, placeholder, required, mayClear, isWrong, onChange } = props;
  const options = optionsOf(field);
  const shared = {
    id,
    value,
    required,
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
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  const none = mayClear ? [["-", "Leave empty"] as const] : [];
  return (
    <Choice
      {...shared}
      emptyLabel={props.emptyLabel ?? "Leave empty"}
      options={[...none, ...options.map((option) => [option, option] as const)]}
      onChange={(chosen = "") => onChange(chosen)}
    />
  );
}

/** An input for what to read instead of cells of a column; says how the server reads it. */
export function Replacement(props: {
  column: CsvColumn;
  findText: FindText;
  label: string;
  value: string;
  emptyLabel?: string;
  onChange: (value: string) => void;
}) {
  const { column, findText, label, value, emptyLabel = "Don't change", onChange } = props;
  // A name to be split is required text, like a make.
  const field = isFieldName(column.field) ? column.field : "make";
  const entry = entryOf(field);
  const name = isFieldName(column.field) ? entry.label : "Make, model and trim";
  const unit = column.unit ?? (entry.kind === "figure" ? entry.unit : undefined);
  const { stored, problem } = (value && findText(column, value)) || {};
  return (
    <span className={styles.replacement}>
      <ValueInput
        label={label}
        field={field}
        value={value}
        placeholder={`${name}${unit ? ` in ${unit}` : ""}${entry.required ? "" : ", or - for none"}`}
        emptyLabel={emptyLabel}
        mayClear={!entry.required}
        isWrong={problem !== undefined}
        onChange={onChange}
      />
      {problem && <output className={clsx("field-label", styles.wrong)}>{problem}</output>}
      {stored && !problem && stored !== value && (
        <output className="field-label">→ {stored}</output>
      )}
    </span>
  );
}
