import { SelectField, TextField } from "../../ui/fields.tsx";
import { readTypedFigure } from "../../domain/ev-cells.ts";
import type { FieldEntry } from "../../domain/field-kinds.ts";
import { claimEntryOf, type FigureField } from "../claims/claims.ts";
import { CorrectionFrame, senderIn, textIn } from "./correction-fields.tsx";

interface CorrectionFormProps {
  rowId: number;
  field: FigureField;
}

/** Lets a reader report a wrong figure (evidence.md#reporting-a-correction). */
export function CorrectionForm({ rowId, field }: CorrectionFormProps) {
  const entry = claimEntryOf(field);
  return (
    <CorrectionFrame
      label="Report a correction"
      hasName
      read={(form) => ({
        rowId,
        field,
        value: readValue(entry, textIn(form, "value")),
        ...senderIn(form),
      })}
    >
      {(issues) => <ProposedValueField entry={entry} issue={issues["value"]} />}
    </CorrectionFrame>
  );
}

/** Values that cannot be parsed are sent as text, so that the server can say what is wrong. */
export function readValue(entry: FieldEntry, text: string | null) {
  if (text === null) return null;
  if (entry.kind === "flag") return text === "Yes";
  if (entry.kind !== "figure") return text;
  const figure = readTypedFigure(entry, text);
  return figure === undefined || figure.message !== undefined ? text : figure.value;
}

function ProposedValueField({ entry, issue }: { entry: FieldEntry; issue: string | undefined }) {
  const options =
    entry.kind === "choice" ? entry.options : entry.kind === "flag" ? ["Yes", "No"] : null;
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
  if (entry.kind !== "figure") {
    return (
      <TextField {...field} {...("maxCharacters" in entry && { maxLength: entry.maxCharacters })} />
    );
  }
  // Sources state figures in the stored unit, whichever unit the page shows.
  return (
    <TextField
      {...field}
      label={entry.unit === undefined ? field.label : `Correct value, in ${entry.unit}`}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}
