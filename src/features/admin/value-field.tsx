import { SelectField, TextField } from "../../ui/fields.tsx";
import type { FieldColumn } from "./grid/grid-columns.ts";

const CHOOSE_ONE = ["", "Choose one"] as const;

interface ValueFieldProps {
  column: FieldColumn;
  label: string;
  hint?: string | undefined;
  /** text in the format of `readCell` */
  value: string;
  issue?: string | undefined;
  onType: (value: string) => void;
}

/** Edits one column's value outside the table. */
export function ValueField({ column, label, hint, value, issue, onType }: ValueFieldProps) {
  const options = column.options?.map(
    (option) => [String(option.value ?? ""), option.label] as const,
  );
  if (options) {
    return (
      <Choice
        label={label}
        value={value}
        options={options.some(([each]) => each === "") ? options : [CHOOSE_ONE, ...options]}
        issue={issue}
        onChoose={onType}
      />
    );
  }
  return (
    <TextField
      label={column.unit ? `${label} (${column.unit})` : label}
      name="value"
      autoComplete="off"
      value={value}
      hint={hint}
      issue={issue}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  issue?: string | undefined;
  onChoose: (value: string) => void;
}

export function Choice({ label, value, options, issue, onChoose }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={value}
      // Keeps the focus in place, so that the issue is read out.
      issue={issue && <span role="alert">{issue}</span>}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}
