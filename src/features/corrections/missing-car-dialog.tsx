import { useRef } from "react";

import { Dialog, type DialogControl } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields.tsx";
import { NAME_MAX_CHARACTERS } from "../../domain/field-options.ts";
import { CorrectionFrame, senderIn, textIn } from "./correction-fields.tsx";
import styles from "./correction-fields.module.css";
import { useUnsentQuestion } from "./use-unsent-question.tsx";

const NAMES = [
  ["make", "Make"],
  ["model", "Model"],
  ["trim", "Trim (optional)"],
] as const;

/** Lets a reader name a car that is missing from the catalogue (evidence.md#a-missing-car). */
export function MissingCarDialog({ open, onOpenChange }: DialogControl) {
  const box = useRef<HTMLDivElement>(null);
  const unsent = useUnsentQuestion(box, () => onOpenChange(false));
  return (
    <Dialog
      open={open}
      onOpenChange={unsent.onOpenChange}
      size="s"
      title="A car is missing"
      description="Tell us which one, and we’ll look into it."
    >
      <div ref={box}>
        <CorrectionFrame
          label="A car is missing"
          read={(form) => ({
            missing: {
              make: textIn(form, "make"),
              model: textIn(form, "model"),
              trim: textIn(form, "trim"),
            },
            ...senderIn(form),
          })}
        >
          {(issues) => (
            <div className={styles.form}>
              {NAMES.map(([name, label]) => (
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
              ))}
            </div>
          )}
        </CorrectionFrame>
      </div>
      {unsent.question}
    </Dialog>
  );
}
