import { SelectField, TextField } from "../../ui/fields.tsx";
import { readTypedFigure } from "../../domain/read-number.ts";
import { SHOWN_FIELDS } from "../../domain/shown-fields.ts";
import type { ShownField } from "../../domain/shown-kinds.ts";
import { type FigureField, sheetLabelOf, sheetNameOf } from "../claims/claims.ts";
import { CorrectionDialog } from "./correction-dialog.tsx";

/** Lets a reader report a wrong figure (evidence.md#reporting-a-correction). */
export function FigureCorrection(props: {
  rowId: number;
  field: FigureField;
  onClose: () => void;
}) {
  const { rowId, field, onClose } = props;
  const shown = SHOWN_FIELDS[sheetNameOf(field)];
  return (
    <CorrectionDialog
      title="Report a correction"
      description={sheetLabelOf(field)}
      hasName
      read={({ value, ...others }) => ({
        rowId,
        field,
        value: readValue(shown, value),
        ...others,
      })}
      onClose={onClose}
    >
      {(issues) => <ProposedValueField shown={shown} issue={issues["value"]} />}
    </CorrectionDialog>
  );
}

/** Values that cannot be parsed are sent as text, so that the server can say what is wrong. */
export function readValue(shown: ShownField, text: FormDataEntryValue | undefined) {
  if (typeof text !== "string" || text.trim() === "") return null;
  if ("words" in shown) return shown.isFlag ? text === "Yes" : text;
  const figure = readTypedFigure(shown, text);
  return figure === undefined || figure.message !== undefined ? text : figure.value;
}

function ProposedValueField({ shown, issue }: { shown: ShownField; issue: string | undefined }) {
  const words = "words" in shown ? shown : null;
  const options = words?.isFlag ? ["Yes", "No"] : words?.options;
  const field = { label: "Correct value", name: "value", required: true, issue };
  if (options) {
    return (
      <SelectField {...field} defaultValue="">
        <option value="">Choose</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
    );
  }
  if ("words" in shown) return <TextField {...field} maxLength={shown.maxCharacters} />;
  // Sources state figures in the stored unit, whichever unit the page shows.
  return (
    <TextField
      {...field}
      label={shown.unit === undefined ? field.label : `Correct value, in ${shown.unit}`}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}
