import { FIELD_LABELS, isFieldName, REQUIRED_FIELDS } from "../../../domain/fields.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import styles from "./checked-file.module.css";
import {
  type ExistingChoice,
  findColumnDraft,
  type ImportDraft,
  withColumn,
} from "./import-draft.ts";

const CHOICES: Readonly<Record<ExistingChoice, string>> = {
  skip: "Leave them as they are",
  fill: "Fill only their gaps",
  update: "Update what differs",
};

interface ExistingRowsProps {
  columns: readonly CsvColumn[];
  draft: ImportDraft;
  onCheck: (draft: ImportDraft) => void;
}

/** What becomes of rows that exist already; each choice is checked anew (importing.md#existing-rows). */
export function ExistingRows({ columns, draft, onCheck }: ExistingRowsProps) {
  return (
    <>
      <fieldset className={styles.existing}>
        <legend>EVs that exist already</legend>
        {Object.entries(CHOICES).map(([choice, words]) => (
          <label key={choice}>
            <input
              type="radio"
              name="existing"
              checked={draft.existing === choice}
              // The keys of the table are the choices.
              onChange={() => onCheck({ ...draft, existing: choice as ExistingChoice })}
            />
            {words}
          </label>
        ))}
      </fieldset>
      {draft.existing === "update" && (
        <ClearedColumns columns={columns} draft={draft} onCheck={onCheck} />
      )}
    </>
  );
}

/** Of which columns an empty cell clears the value; otherwise the value stays. */
function ClearedColumns({ columns, draft, onCheck }: ExistingRowsProps) {
  const optional = columns.filter(
    ({ field }) => isFieldName(field) && !REQUIRED_FIELDS.includes(field),
  );
  if (optional.length === 0) return null;
  return (
    <details
      className={styles.rows}
      open={columns.some((each) => findColumnDraft(draft, each).clear)}
    >
      <summary>Empty cells keep the value. Clear it instead for…</summary>
      <fieldset className={styles.cleared}>
        <legend className="visually-hidden">Clear the value where a cell is empty</legend>
        {optional.map((column) => (
          <label key={column.header}>
            <input
              type="checkbox"
              checked={findColumnDraft(draft, column).clear ?? false}
              onChange={({ currentTarget: { checked } }) =>
                onCheck(withColumn(draft, column, { clear: checked }))
              }
            />
            {isFieldName(column.field) ? FIELD_LABELS[column.field] : column.header}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
