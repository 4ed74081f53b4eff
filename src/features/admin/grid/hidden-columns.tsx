/** Hidden columns of the administrators' table, remembered by this browser. */
import { Columns3 } from "lucide-react";
import { useMemo, useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { useMedia } from "../../../ui/device.ts";
import { type Stored, useStored, writeStored } from "../../../ui/storage.ts";
import { ListDialog } from "../list-dialog.tsx";
import {
  GRID_COLUMNS,
  type GridColumn,
  type GridField,
  HIDEABLE_COLUMNS,
  NARROW_COLUMNS,
  PHONE_COLUMNS,
} from "./grid-columns.ts";
import styles from "./hidden-columns.module.css";

/** @param text JSON, perhaps written by another release @throws SyntaxError */
export function readHiddenColumns(text: string | null): readonly GridField[] {
  const hidden: unknown = JSON.parse(text ?? "[]");
  if (!Array.isArray(hidden)) return [];
  return HIDEABLE_COLUMNS.map(({ field }) => field).filter((field) => hidden.includes(field));
}

const HIDDEN_COLUMNS: Stored<readonly GridField[]> = {
  key: "ev_admin_hidden_columns",
  parse: readHiddenColumns,
};

/** The hidden columns, and a function that hides these instead. */
export function useHiddenColumns() {
  const hide = (fields: readonly GridField[]) => writeStored(HIDDEN_COLUMNS, fields);
  return [useStored(HIDDEN_COLUMNS), hide] as const;
}

export function useGridColumns(hidden: readonly GridField[]): readonly GridColumn[] {
  const isPhone = useMedia("(max-width: 639px)", false);
  const isNarrow = useMedia("(max-width: 1024px)", false);
  const columns = isPhone ? PHONE_COLUMNS : isNarrow ? NARROW_COLUMNS : GRID_COLUMNS;
  return useMemo(
    () => columns.filter(({ field }) => field === null || !hidden.includes(field)),
    [hidden, columns],
  );
}

export function ColumnsButton(props: {
  hidden: readonly GridField[];
  onHide: (fields: readonly GridField[]) => void;
}) {
  const { hidden, onHide } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden />
        Columns
        {hidden.length > 0 && <span className="faint">{hidden.length} hidden</span>}
      </Button>
      {isOpen && (
        <ListDialog
          title="Columns"
          description="Unticked columns are hidden in this browser only. Exports still include everything."
          buttons={
            <Button disabled={hidden.length === 0} onClick={() => onHide([])}>
              Show all
            </Button>
          }
          onClose={() => setOpen(false)}
        >
          <div className={styles.columns}>
            {HIDEABLE_COLUMNS.map(({ field, label }) => (
              <Checkbox
                key={field}
                checked={!hidden.includes(field)}
                onChange={(isShown) =>
                  onHide(isShown ? hidden.filter((each) => each !== field) : [...hidden, field])
                }
              >
                {label}
              </Checkbox>
            ))}
          </div>
        </ListDialog>
      )}
    </>
  );
}
