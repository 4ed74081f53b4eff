import { FIELD_LABELS } from "../../vehicle/fields.ts";
import type { EvField } from "./ev-form.ts";
import styles from "./conflict-choice.module.css";
import type { FieldConflict, Side } from "./row-conflict.ts";

interface ConflictChoiceProps {
  conflicts: readonly FieldConflict[];
  chosen: Readonly<Partial<Record<EvField, Side>>>;
  onChoose: (field: EvField, side: Side) => void;
}

/** What somebody else changed meanwhile, field by field, to keep or to take (readings 3). */
export function ConflictChoice({ conflicts, chosen, onChoose }: ConflictChoiceProps) {
  return conflicts.map(({ field, base, mine, theirs, proposed }) => (
    <fieldset key={field} className={styles.field}>
      <legend className={styles.label}>
        {FIELD_LABELS[field]}
        <span className={styles.base}>was {worded(field, base)}</span>
      </legend>
      <div className={styles.sides}>
        <SideChoice
          field={field}
          whose="Keep mine"
          value={mine}
          checked={(chosen[field] ?? proposed) === "mine"}
          onChoose={() => onChoose(field, "mine")}
        />
        <SideChoice
          field={field}
          whose="Take theirs"
          value={theirs}
          checked={(chosen[field] ?? proposed) === "theirs"}
          onChoose={() => onChoose(field, "theirs")}
        />
      </div>
    </fieldset>
  ));
}

interface SideChoiceProps {
  field: EvField;
  whose: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
}

function SideChoice({ field, whose, value, checked, onChoose }: SideChoiceProps) {
  return (
    <label className={styles.side}>
      <input
        type="radio"
        name={`side-${field}`}
        className={styles.radio}
        checked={checked}
        onChange={onChoose}
      />
      <span className={styles.whose}>{whose}</span>
      <span className={styles.value}>{worded(field, value)}</span>
    </label>
  );
}

/** A value of the form in words. */
function worded(field: EvField, value: string): string {
  if (field === "taxCreditEligible") return { true: "Yes", false: "No" }[value] ?? "Not known";
  return value.trim() === "" ? "empty" : value;
}
