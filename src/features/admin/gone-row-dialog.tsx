import { useQuery } from "@tanstack/react-query";

import { ConfirmDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { fieldsOf } from "../../vehicle/field-shapes.ts";
import { rowName } from "../../vehicle/names.ts";
import { type EvFormValues, valuesOf } from "./ev-form.ts";
import type { TypedCell } from "./grid-state.ts";
import { readCell } from "./grid-columns.ts";
import { isRowMissing, pageOfRowQuery } from "./rows.client.ts";

interface GoneRowDialogProps {
  cell: TypedCell;
  onAdd: (values: EvFormValues) => void;
  onEdit: (values: EvFormValues) => void;
  onClose: () => void;
}

/**
 * Somebody else deleted the row whose cell was being typed into, or the list has changed and it
 * stands elsewhere: what was typed stays in sight, to be copied or to go on with in the form.
 */
export function GoneRowDialog({ cell, onAdd, onEdit, onClose }: GoneRowDialogProps) {
  const { row, column, typed } = cell;
  const { error, isPending } = useQuery(pageOfRowQuery(row.id));
  if (isPending) return null;
  const isDeleted = isRowMissing(error);
  const { value, message } = readCell(column, typed);
  const text = message === undefined ? String(value ?? "") : typed;
  const values = { ...valuesOf(fieldsOf(row)), [column.field]: text };
  return (
    <ConfirmDialog
      title={isDeleted ? "This row was deleted meanwhile" : "This row has left the list"}
      description={
        isDeleted
          ? `Somebody else deleted ${rowName(row)}. What you typed has not been saved: copy it, or add it as a new EV.`
          : `The list has changed, and ${rowName(row)} is in another place now. What you typed has not been saved yet.`
      }
      confirmLabel={isDeleted ? "Add as a new EV" : "Edit this EV"}
      cancelLabel="Close"
      onConfirm={() => (isDeleted ? onAdd(values) : onEdit(values))}
      onCancel={onClose}
    >
      <TextField
        label={column.label}
        name="typed"
        readOnly
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
      />
    </ConfirmDialog>
  );
}
