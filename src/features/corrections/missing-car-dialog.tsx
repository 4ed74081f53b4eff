import type { DialogControl } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields.tsx";
import { NAME_MAX_CHARACTERS } from "../../domain/field-options.ts";
import { CorrectionDialog } from "./correction-dialog.tsx";

const NAMES = [
  ["make", "Make"],
  ["model", "Model"],
  ["trim", "Trim (optional)"],
] as const;

/** Lets a reader name a car that is missing from the catalogue (evidence.md#a-missing-car). */
export function MissingCarDialog({ open, onOpenChange }: DialogControl) {
  if (!open) return null;
  return (
    <CorrectionDialog
      title="A car is missing"
      description="Tell us which one, and we’ll look into it."
      read={({ make, model, trim, ...others }) => ({ missing: { make, model, trim }, ...others })}
      onClose={() => onOpenChange(false)}
    >
      {(issues) =>
        NAMES.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            name={name}
            dir="auto"
            autoComplete="off"
            required={name !== "trim"}
            maxLength={NAME_MAX_CHARACTERS[name]}
            issue={issues[`missing.${name}`]}
          />
        ))
      }
    </CorrectionDialog>
  );
}
