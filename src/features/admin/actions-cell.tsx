import { Pencil, Trash2 } from "lucide-react";

import { IconButton } from "../../ui/button.tsx";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { GridCommands } from "./grid-commands.ts";
import styles from "./actions-cell.module.css";
import { rowName } from "../../vehicle/ev-row.ts";

/** Edit and delete. By keyboard they are inside their cell: Enter goes in, Escape comes out. */
export function ActionsCell({ row, commands }: { row: EvRow; commands: GridCommands }) {
  return (
    <span className={styles.actions}>
      <IconButton
        label={`Edit ${rowName(row)}`}
        tabIndex={-1}
        className={styles.button}
        onClick={() => commands.edit(row)}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        label={`Delete ${rowName(row)}`}
        tabIndex={-1}
        className={styles.button}
        onClick={() => commands.remove(row)}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  );
}
