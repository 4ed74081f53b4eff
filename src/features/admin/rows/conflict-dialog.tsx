import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FIELD_LABELS } from "../../../domain/fields.ts";
import styles from "./conflict-dialog.module.css";
import { changedFields, type EvField, type EvFormValues } from "./ev-form.ts";

interface ConflictDialogProps {
  base: EvFormValues;
  mine: EvFormValues;
  theirs: EvFormValues;
  onSave: (settled: EvFormValues) => void;
  /** returns to the form with the choices made so far */
  onBack: (settled: EvFormValues) => void;
}

/**
 * Nothing was saved because another user changed the row; asks which values to keep (dashboard.md#conflicts).
 */
export function ConflictDialog({ base, mine, theirs, onSave, onBack }: ConflictDialogProps) {
  const [chosen, setChosen] = useState<Partial<Record<EvField, Side>>>({});
  const conflicts = conflictsOf(base, mine, theirs);
  const settled = settle(mine, conflicts, chosen);
  const chooseAll = (side: Side) =>
    setChosen(Object.fromEntries(conflicts.map(({ field }) => [field, side])));
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onBack(settled)}
      title="Somebody else changed this EV"
      description={
        conflicts.length > 0
          ? "Nothing has been saved yet. Choose which values to keep."
          : "Nothing has been saved yet. They made the same changes as you."
      }
      footer={
        <>
          <Button onClick={() => onBack(settled)}>Back to the form</Button>
          <Button variant="primary" onClick={() => onSave(settled)}>
            Save these values
          </Button>
        </>
      }
    >
      {conflicts.length > 1 && (
        <div className={styles.all}>
          <Button size="s" onClick={() => chooseAll("mine")}>
            Keep all of mine
          </Button>
          <Button size="s" onClick={() => chooseAll("theirs")}>
            Take all of theirs
          </Button>
        </div>
      )}
      {conflicts.map((conflict) => {
        const { field, proposed } = conflict;
        return (
          <fieldset key={field} className={styles.field}>
            <legend className={styles.label}>
              {FIELD_LABELS[field]}
              <span className={styles.base}>was {worded(field, conflict.base)}</span>
            </legend>
            <div className={styles.sides}>
              {SIDES.map((side) => (
                <label key={side} className={styles.side}>
                  <input
                    type="radio"
                    name={`side-${field}`}
                    className={styles.radio}
                    checked={(chosen[field] ?? proposed) === side}
                    onChange={() => setChosen((now) => ({ ...now, [field]: side }))}
                  />
                  <span className={styles.whose}>
                    {side === "mine" ? "Keep mine" : "Take theirs"}
                  </span>
                  <span className={styles.value}>{worded(field, conflict[side])}</span>
                </label>
              ))}
            </div>
          </fieldset>
        );
      })}
    </Dialog>
  );
}

function worded(field: EvField, value: string): string {
  if (field === "taxCreditEligible") return { true: "Yes", false: "No" }[value] ?? "Not known";
  return value.trim() === "" ? "empty" : value;
}

const SIDES = ["mine", "theirs"] as const;
type Side = (typeof SIDES)[number];

interface FieldConflict {
  field: EvField;
  base: string;
  mine: string;
  theirs: string;
  /** the default choice: the other user's value if it was not edited here */
  proposed: Side;
}

export function conflictsOf(
  base: EvFormValues,
  mine: EvFormValues,
  theirs: EvFormValues,
): FieldConflict[] {
  return changedFields(base, theirs)
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => ({
      field,
      base: base[field],
      mine: mine[field],
      theirs: theirs[field],
      proposed: mine[field] === base[field] ? "theirs" : "mine",
    }));
}

export function settle(
  mine: EvFormValues,
  conflicts: readonly FieldConflict[],
  chosen: Readonly<Partial<Record<EvField, Side>>>,
): EvFormValues {
  const settled: Record<EvField, string> = { ...mine };
  for (const { field, theirs, proposed } of conflicts) {
    if ((chosen[field] ?? proposed) === "theirs") settled[field] = theirs;
  }
  return settled;
}
