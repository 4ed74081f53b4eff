import { isNumberField } from "../../vehicle/ev-cells.ts";
import { entryOf, type FieldName } from "../../vehicle/fields.ts";

interface ValueInputProps {
  id?: string;
  label?: string;
  field: FieldName;
  value: string;
  placeholder?: string;
  /** what a choice is called before one is made */
  unsaid?: string;
  /** whether "no value" can be chosen besides */
  mayClear?: boolean;
  isWrong: boolean;
  onChange: (value: string) => void;
}

/** One value of a field as a person types it: a choice where the field has some, else text. */
export function ValueInput(props: ValueInputProps) {
  const { id, label, field, value, placeholder, unsaid = "No value", mayClear, isWrong } = props;
  const entry = entryOf(field);
  const options =
    entry.kind === "choice" ? entry.options : entry.kind === "flag" ? ["Yes", "No"] : undefined;
  const shared = { id, value, "aria-label": label, "aria-invalid": isWrong || undefined };
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
      <option value="">{unsaid}</option>
      {mayClear && <option value="-">No value</option>}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}
