import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog, type DialogControl } from "../../ui/dialog.tsx";
import { COLUMN_GROUPS, type Column, COLUMNS, SCORE_COLUMN, defaultColumns } from "./columns.ts";
import type { TableView } from "./table-address.ts";
import styles from "./table-dialogs.module.css";

interface ColumnsDialogProps extends DialogControl {
  view: TableView;
  onChange: (columns: readonly string[]) => void;
}

/** Chooses the table's columns besides the names (table.md#columns). */
export function ColumnsDialog({ view, onChange, ...control }: ColumnsDialogProps) {
  const { columns: shown, weights } = view;
  const toggle = (name: string, isShown: boolean) => {
    const names = isShown ? [...shown, name] : shown.filter((other) => other !== name);
    onChange(COLUMNS.map((column) => column.name).filter((one) => names.includes(one)));
  };
  const box = ({ name, heading }: Column) => (
    <Checkbox
      key={name}
      checked={shown.includes(name)}
      // A table needs at least one column of figures.
      disabled={shown.length === 1 && shown.includes(name)}
      onChange={(isShown) => toggle(name, isShown)}
    >
      {heading}
    </Checkbox>
  );
  return (
    <Dialog
      {...control}
      title="Columns"
      description="Make, model, trim and year always come first."
      footer={
        <>
          <Button variant="quiet" onClick={() => onChange(defaultColumns(weights !== null))}>
            Default columns
          </Button>
          <Button variant="primary" onClick={() => control.onOpenChange(false)}>
            Done
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        {weights && box(SCORE_COLUMN)}
        {COLUMN_GROUPS.map(({ title, columns }) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{title}</h3>
            {columns.map(box)}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
