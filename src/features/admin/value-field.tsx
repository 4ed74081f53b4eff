import { Choice } from "../../ui/choice.tsx";
import { TextField } from "../../ui/fields.tsx";
import type { FieldColumn } from "./grid/grid-columns.ts";

/** Edits one column's value outside the table. */
export function ValueField(props: {
  column: FieldColumn;
  /** text in the format of `parseCellText` */
  value: string;
  issue: string | undefined;
  onType: (value: string) => void;
}) {
  const { column, value, issue, onType } = props;
  const { options } = column;
  if (options) {
    return (
      <Choice
        label="Value"
        value={value}
        emptyLabel={options.some(([each]) => each === "") ? undefined : "Choose one"}
        options={options}
        // Keeps the focus in place, so that the issue is read out.
        issue={issue && <span role="alert">{issue}</span>}
        onChange={(chosen = "") => onType(chosen)}
      />
    );
  }
  const unit = column.field === "price" ? "$" : column.unit;
  return (
    <TextField
      label={unit ? `Value (${unit})` : "Value"}
      name="value"
      autoComplete="off"
      value={value}
      issue={issue}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
