import { ContextMenu } from "@base-ui/react/context-menu";
import { type ReactElement, useState } from "react";

import styles from "./cell-menu.module.css";

export interface CellMenuItem {
  label: string;
  /** does the same */
  keys?: string;
  onChoose: () => void;
}

interface CellMenuProps {
  /** none where the menu is the browser's */
  itemsAt: (target: EventTarget) => readonly CellMenuItem[];
  /** the area whose cells have it */
  children: ReactElement;
}

/** The menu of a cell, by the right button, a long press or the menu key (grid.md#keys). */
export function CellMenu({ itemsAt, children }: CellMenuProps) {
  const [items, setItems] = useState<readonly CellMenuItem[]>([]);
  return (
    <ContextMenu.Root
      onOpenChange={(isOpen, details) => {
        if (!isOpen) return;
        const found = details.event.target ? itemsAt(details.event.target) : [];
        if (found.length === 0) details.cancel();
        else setItems(found);
      }}
    >
      <ContextMenu.Trigger render={children} />
      <ContextMenu.Portal>
        <ContextMenu.Positioner className={styles.positioner}>
          <ContextMenu.Popup className={styles.menu} aria-label="Cell">
            {items.map(({ label, keys, onChoose }) => (
              <ContextMenu.Item key={label} className={styles.item} onClick={onChoose}>
                {label}
                {keys && (
                  <span aria-hidden className={styles.keys}>
                    {keys}
                  </span>
                )}
              </ContextMenu.Item>
            ))}
          </ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}
