import { comparePath } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { Chosen } from "./compare.ts";
import styles from "./compare-dialog.module.css";
import { CompareTable } from "./compare-table.tsx";

export interface CompareDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  chosen: readonly Chosen[];
}

/** The dialog 'Compare Electric Vehicles' with the four rows of §2. */
export function CompareDialog({ open, onOpenChange, chosen }: CompareDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Compare Electric Vehicles"
      size="l"
      footer={
        <Button href={comparePath(chosen.map(({ trim }) => trim.rowId))}>See all figures</Button>
      }
    >
      <div className={styles.table}>
        <CompareTable chosen={chosen} rows="main" caption="Selected vehicles" />
      </div>
    </Dialog>
  );
}
