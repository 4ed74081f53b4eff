import { useState } from "react";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { countOf, lowerFirst } from "../../../domain/format.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import { entryOf, FIELD_LABELS, type FieldName } from "../../../domain/fields.ts";
import { rowName } from "../../../domain/names.ts";
import { useUser } from "../../auth/auth.queries.ts";
import { type CellValue, cellToText, columnOf, formatCell } from "../grid/grid-columns.ts";
import type { RowConflict } from "./save-row.ts";
import styles from "./conflict-dialog.module.css";

/** Asks which values to keep, since the same ones have been changed elsewhere (dashboard.md#conflicts). */
export function ConflictDialog(props: {
  conflicts: readonly RowConflict[];
  /** what closing the dialog leads back to */
  backLabel: string;
  /** called with the changes of each row that remain */
  onSave: (settled: readonly Partial<EvInput>[]) => void;
  /** called with the choices made so far */
  onBack: (settled: readonly Partial<EvInput>[]) => void;
}) {
  const { conflicts, backLabel, onSave, onBack } = props;
  const { user } = useUser();
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const fields = conflicts.flatMap((conflict) => findFieldConflicts(conflict));
  const sideOf = (field: FieldConflict) => chosen[field.key] ?? field.proposed;
  const settled = conflicts.map((conflict) => settle(conflict, sideOf));
  const [first, ...others] = conflicts;
  const isOwn = conflicts.every(({ changedBy }) => changedBy === user?.username);
  return (
    <MutationDialog
      title={conflictTitle(conflicts, user?.username)}
      description={
        <>
          {first && others.length === 0 && (
            <>
              <bdi>{rowName(first.seen)}</bdi>.{" "}
            </>
          )}
          {fields.length > 0
            ? `Nothing has been saved yet. Choose which ${fields.length === 1 ? "value" : "values"} to keep.`
            : "Nothing has been saved yet. The changes are the same as yours."}
        </>
      }
      cancelLabel={backLabel}
      submitLabel="Save these values"
      onSubmit={() => onSave(settled)}
      onClose={() => onBack(settled)}
    >
      {fields.map((field) => (
        <fieldset key={field.key} className={styles.field}>
          <legend className={styles.label}>
            {others.length > 0 && <bdi>{rowName(field.row)}</bdi>}
            {FIELD_LABELS[field.name]}
            <span className={styles.base}>was {field.texts.base}</span>
          </legend>
          <div className={styles.sides}>
            {SIDES.map((side) => (
              <label key={side} className={`touch ${styles.side}`}>
                <input
                  type="radio"
                  name={`side-${field.key}`}
                  checked={sideOf(field) === side}
                  onChange={() => setChosen((now) => ({ ...now, [field.key]: side }))}
                />
                <span className="note">{sideWords(side, isOwn, nounOf(field.name))}</span>
                <b>{field.texts[side]}</b>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </MutationDialog>
  );
}

const SIDES = ["mine", "theirs"] as const;
type Side = (typeof SIDES)[number];

/** @param isOwn whether the user has made both changes @param noun what is chosen, such as `price` */
function sideWords(side: Side, isOwn: boolean, noun: string): string {
  if (isOwn) return `Use ${side === "mine" ? "this" : "the other"} tab’s ${noun}`;
  return side === "mine" ? "Keep mine" : "Take theirs";
}

interface FieldConflict {
  /** identifies the field of this row */
  key: string;
  row: RowConflict["seen"];
  name: FieldName;
  /** as the table shows them */
  texts: Record<Side | "base", string>;
  /** the default choice: the other value if it was not edited here */
  proposed: Side;
}

/** The fields that have another value by now than the one that the user saw, or wants. */
export function findFieldConflicts({ seen, changes, current }: RowConflict): FieldConflict[] {
  return (Object.keys(changes) as FieldName[])
    .filter((name) => current[name] !== seen[name] && current[name] !== changes[name])
    .map((name) => {
      const values = [seen[name], changes[name] ?? null, current[name]];
      const [base = "", mine = "", theirs = ""] = textsOf(name, values);
      return {
        key: `${seen.id} ${name}`,
        row: seen,
        name,
        texts: { base, mine, theirs },
        proposed: values[0] === values[1] ? "theirs" : "mine",
      };
    });
}

/** Rounded values that look the same are shown in full. */
function textsOf(name: FieldName, values: readonly CellValue[]): string[] {
  const texts = values.map((value) => formatCell(columnOf(name), value));
  const isClear = new Set(texts).size === new Set(values).size;
  return isClear ? texts : values.map((value) => cellToText(value) || "empty");
}

/** The changes without the fields whose other value is taken. */
export function settle(
  conflict: RowConflict,
  sideOf: (field: FieldConflict) => Side,
): Partial<EvInput> {
  const taken = findFieldConflicts(conflict).filter((field) => sideOf(field) === "theirs");
  return Object.fromEntries(
    Object.entries(conflict.changes).filter(([name]) =>
      taken.every((field) => field.name !== name),
    ),
  );
}

/** Says who has changed what. @param username the user, who may have changed it in another tab or browser */
export function conflictTitle(
  conflicts: readonly RowConflict[],
  username: string | undefined,
): string {
  const fields = conflicts.flatMap((conflict) => findFieldConflicts(conflict));
  const [field] = fields;
  const what =
    conflicts.length > 1
      ? countOf(conflicts.length, "EV")
      : field && fields.length === 1
        ? thisNoun(field.name)
        : "this EV";
  const names = new Set(conflicts.map(({ changedBy }) => changedBy));
  const [name = null] = names;
  return changeSentence(names.size > 1 ? "Others" : name, what, username);
}

/** @param changedBy null when unknown @param username the user */
export function changeSentence(
  changedBy: string | null,
  what: string,
  username: string | undefined,
): string {
  if (changedBy === null) {
    const verb = /^(these|\d)/.test(what) ? "were" : "was";
    return `${what.replace(/^t/, "T")} ${verb} changed while you were editing`;
  }
  return changedBy === username
    ? `You changed ${what} in another tab or browser`
    : `${changedBy} changed ${what} while you were editing`;
}

/** `price`, `seats`, `AC charging` */
function nounOf(name: FieldName): string {
  const { kind, label } = entryOf(name);
  return kind === "date" ? "date" : lowerFirst(label);
}

/** `this price`, `these seats`, `this AC charging` */
export function thisNoun(name: FieldName): string {
  const noun = nounOf(name);
  return `${noun.endsWith("s") ? "these" : "this"} ${noun}`;
}
