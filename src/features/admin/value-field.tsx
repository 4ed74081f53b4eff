import { SelectField, TextField } from "../../ui/fields.tsx";
import type { FieldColumn } from "./grid/grid-columns.ts";

const CHOOSE_ONE = ["", "Choose one"] as const;

interface ValueFieldProps {
  column: FieldColumn;
  label: string;
  hint?: string | false;
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

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, words: string])[];
  issue?: string | undefined;
  onChoose: (value: Value) => void;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, issue, onChoose } = props;
  return (
    <SelectField
      label={label}
      value={value}
      // Keeps the focus in place, so that the issue is read out.
      issue={issue && <span role="alert">{issue}</span>}
      // One of the options.
      onChange={(event) => onChoose(event.currentTarget.value as Value)}
    >
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}
