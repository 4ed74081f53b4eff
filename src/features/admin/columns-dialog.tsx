import { Columns3 } from "lucide-react";
import { useState } from "react";

import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./columns-dialog.module.css";
import {
  HIDEABLE_COLUMNS,
  hideColumn,
  showAllColumns,
  useHiddenColumns,
} from "./hidden-columns.ts";

/** Opens the choice of the table's columns and says how many are hidden. */
export function ColumnsButton() {
  const [isOpen, setOpen] = useState(false);
  const hidden = useHiddenColumns();
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Columns3 aria-hidden />
        Columns
        {hidden.length > 0 && <span className={styles.count}>{hidden.length} hidden</span>}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Columns"
        description="What is not ticked is hidden, in this browser. Rows and files keep all fields."
        footer={
          <>
            <Button disabled={hidden.length === 0} onClick={showAllColumns}>
              Show all
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </>
        }
      >
        <div className={styles.columns}>
          {HIDEABLE_COLUMNS.map(({ field, label }) => (
            <Checkbox
              key={field}
              checked={!hidden.includes(field)}
              onChange={(isShown) => hideColumn(field, !isShown)}
            >
              {label}
            </Checkbox>
          ))}
        </div>
      </Dialog>
    </>
  );
}
