import { useState } from "react";

import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./conflict-choice.module.css";
import { ConflictChoice } from "./conflict-choice.tsx";
import type { EvField, EvFormValues } from "./ev-form.ts";
import { conflictsOf, settle, type Side } from "./row-conflict.ts";

interface ConflictDialogProps {
  /** the row as it was read, as typed, and as it is now */
  base: EvFormValues;
  mine: EvFormValues;
  theirs: EvFormValues;
  onSave: (settled: EvFormValues) => void;
  /** back to the form, with what was chosen so far */
  onBack: (settled: EvFormValues) => void;
}

/** Nothing was saved, since somebody else changed the row: which values shall hold? (readings 3) */
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
      <ConflictChoice
        conflicts={conflicts}
        chosen={chosen}
        onChoose={(field, side) => setChosen((now) => ({ ...now, [field]: side }))}
      />
    </Dialog>
  );
}
