/** Inputs for values, in the units of their columns. */
import { clsx } from "clsx";
import type { ComponentProps } from "react";

import { isNumberField } from "../../../domain/ev-cells.ts";
import { entryOf, type FieldName, isFieldName } from "../../../domain/fields.ts";
import { Choice } from "../../../ui/choice.tsx";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { unitLabel } from "../stored-text.ts";
import { useWizard } from "./use-import.ts";
import styles from "./value-input.module.css";

export function choicesOf(field: FieldName): readonly string[] | undefined {
  const entry = entryOf(field);
  if (entry.kind === "choice") return entry.options;
  return entry.kind === "flag" ? ["Yes", "No"] : undefined;
}

/** A stand-in for a field that has no column. */
export function columnOfField(field: FieldName): CsvColumn {
  return { header: "", field };
}

interface ValueInputProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  column: CsvColumn;
  value: string;
  /** label of a choice before one is made */
  emptyLabel?: string;
  /** whether "no value" can be chosen too */
  mayClear?: boolean;
  onValueChange: (value: string) => void;
}

/** An input for one value: a select if the field has options, else text. Says how the server reads it. */
export function ValueInput(props: ValueInputProps) {
  const { column, value, emptyLabel, mayClear, onValueChange, ...attributes } = props;
  const { findPreview } = useWizard();
  // A name to be split is required text, like a make.
  const field = isFieldName(column.field) ? column.field : "make";
  const entry = entryOf(field);
  const isClearable = mayClear && !entry.required;
  const options = choicesOf(field);
  const { stored, problem } = (value && findPreview(column, value)) || {};
  const common = { ...attributes, "aria-invalid": problem !== undefined || undefined };
  const name = isFieldName(column.field) ? entry.label : "Make, model and trim";
  const unit = column.unit ?? (entry.kind === "figure" ? entry.unit : undefined);
  const hint = unit ? `In ${unitLabel(unit, column.multiple)}` : name;
  return (
    <span className={styles.value}>
      {options ? (
        <Choice
          {...(common as ComponentProps<"select">)}
          value={value}
          emptyLabel={emptyLabel}
          options={[
            ...(isClearable ? [["-", "Leave empty"] as const] : []),
            ...options.map((option) => [option, option] as const),
          ]}
          onChange={(chosen = "") => onValueChange(chosen)}
        />
      ) : (
        <input
          placeholder={`${hint}${isClearable ? ", or - for none" : ""}`}
          {...common}
          value={value}
          inputMode={isNumberField(field) ? "decimal" : "text"}
          autoComplete="off"
          onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
        />
      )}
      {(problem !== undefined || (stored !== undefined && stored !== value)) && (
        <output className={clsx("field-label", problem && styles.wrong)}>
          {problem ?? `→ ${stored}`}
        </output>
      )}
    </span>
  );
}
