import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";

import { refusalOf } from "../../api/answers.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast, toastError } from "../../ui/toast.ts";
import { countOf } from "../../vehicle/counts.ts";
import { rowName } from "../../vehicle/names.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import { type FieldColumn, GRID_COLUMNS, readCell } from "./grid-columns.ts";
import { type PastePlan, planPaste } from "./grid-paste.ts";
import { addNextYear } from "./new-model-year.ts";
import { deleteRows, isRowMissing, refreshAll } from "./rows.client.ts";
import styles from "./selection-dialogs.module.css";

/** Names are a row's own. */
const SETTABLE = GRID_COLUMNS.filter(
  (column): column is FieldColumn =>
    column.field !== null && !["make", "model", "trim"].includes(column.field),
);

interface SetFieldDialogProps {
  rows: readonly EvRow[];
  onPlan: (plan: PastePlan) => void;
  onClose: () => void;
}

/** One field and its value for all chosen rows; what would change is shown before it is saved. */
export function SetFieldDialog({ rows, onPlan, onClose }: SetFieldDialogProps) {
  const id = useId();
  const [column, setColumn] = useState(SETTABLE[0]);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  if (!column) return null;
  const options =
    column.kind === "boolean"
      ? FLAG_OPTIONS
      : column.options?.map(({ value, label }) => ({ value: String(value ?? ""), label }));
  const choose = (field: string) => {
    setColumn(SETTABLE.find((each) => each.field === field));
    setText("");
    setError(undefined);
  };
  const submit = () => {
    const { message } = readCell(column, text);
    if (message !== undefined) return setError(message);
    const all = { top: 0, left: 0, bottom: rows.length - 1, right: 0 };
    onPlan(planPaste([[text]], rows, all, [column]));
  };
  return (
    <Dialog
      open
      size="s"
      onOpenChange={(stays) => !stays && onClose()}
      title={`Set a field of ${countOf(rows.length, "row")}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={`${id}form`}>
            Show what changes
          </Button>
        </>
      }
    >
      <form
        id={`${id}form`}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label className={styles.field}>
          Field
          <select value={column.field} onChange={(event) => choose(event.currentTarget.value)}>
            {SETTABLE.map(({ field, label }) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {options ? (
          <label className={styles.field}>
            Value
            <select value={text} onChange={(event) => setText(event.currentTarget.value)}>
              {!options.some(({ value }) => value === "") && <option value="">Choose one</option>}
              {options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            {error && (
              <span role="alert" className={styles.issue}>
                {error}
              </span>
            )}
          </label>
        ) : (
          <TextField
            label={column.unit ? `Value (${column.unit})` : "Value"}
            name="value"
            value={text}
            issue={error}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setError(undefined);
            }}
          />
        )}
      </form>
    </Dialog>
  );
}

const FLAG_OPTIONS = [
  { value: "", label: "Not known" },
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

interface NewYearDialogProps {
  rows: readonly EvRow[];
  onAdded: () => void;
  onClose: () => void;
}

export function NewYearDialog({ rows, onAdded, onClose }: NewYearDialogProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => addNextYear(rows),
    onSuccess: async ({ added, skipped }) => {
      await refreshAll(client);
      onAdded();
      const there =
        skipped > 0 ? `, ${countOf(skipped, "row was", "rows were")} there already` : "";
      toast({ title: "Success", description: `${countOf(added, "row")} added${there}` });
    },
    onError: (failure) => {
      toastError(refusalOf(failure));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Add ${countOf(rows.length, "row")} of the next model year?`}
      description="Each row is copied to the year after its own, all or none. Sources and the day of the check stay empty, and a row that exists already stays as it is."
      confirmLabel={isPending ? "Adding..." : "Add"}
      pending={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <Names rows={rows} />
    </ConfirmDialog>
  );
}

const NAMED_ROWS = 5;

function Names({ rows }: { rows: readonly EvRow[] }) {
  const named = rows.slice(0, NAMED_ROWS);
  return (
    <ul className={styles.names}>
      {named.map((row) => (
        <li key={row.id}>{rowName(row)}</li>
      ))}
      {rows.length > named.length && <li>and {rows.length - named.length} more</li>}
    </ul>
  );
}

interface DeleteRowsDialogProps {
  rows: readonly EvRow[];
  /** somebody else has deleted these, so that none was */
  onGone: (gone: readonly EvRow[]) => void;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteRowsDialog({ rows, onGone, onDeleted, onClose }: DeleteRowsDialogProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => deleteRows(rows),
    onSuccess: async () => {
      await refreshAll(client);
      onDeleted();
      toast({ title: "Success", description: `${countOf(rows.length, "row")} deleted` });
    },
    onError: (failure) => {
      const missing = isRowMissing(failure) ? failure.issues.map(({ path }) => path) : [];
      const gone = rows.filter((_row, at) => missing.includes(`ids.${at}`));
      if (gone.length > 0) onGone(gone);
      toastError(
        gone.length > 0
          ? `${countOf(gone.length, "row is", "rows are")} not there any more, so none was deleted. The others are still selected.`
          : refusalOf(failure),
      );
      onClose();
      void refreshAll(client);
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${countOf(rows.length, "row")}?`}
      description="They are deleted with their reviews, all or none. A model of which no row is left goes too, with its votes. The activity keeps the values."
      confirmLabel={isPending ? "Deleting..." : "Delete"}
      pending={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <Names rows={rows} />
    </ConfirmDialog>
  );
}
