import { ContextMenu } from "@base-ui/react/context-menu";
import { type ReactElement, useRef, useState } from "react";

import styles from "./cell-menu.module.css";

export interface CellMenuItem {
  label: string;
  /** the keys that do the same */
  keys?: string;
  onChoose?: () => void;
  /** returns the element to focus once the menu is closed */
  findFocus?: () => HTMLElement | null | undefined;
}

interface CellMenuProps {
  /** empty where the browser's own menu should open */
  itemsAt: (target: EventTarget) => readonly CellMenuItem[];
  /** the area that contains the cells */
  children: ReactElement;
}

/** The menu of a cell, opened by right-click, long press or the menu key (grid.md#keys). */
export function CellMenu({ itemsAt, children }: CellMenuProps) {
  const [items, setItems] = useState<readonly CellMenuItem[]>([]);
  const findFocus = useRef<CellMenuItem["findFocus"]>(undefined);
  return (
    <ContextMenu.Root
      onOpenChange={(isOpen, details) => {
        if (!isOpen) return;
        const menuItems = details.event.target ? itemsAt(details.event.target) : [];
        if (menuItems.length === 0) details.cancel();
        else setItems(menuItems);
        findFocus.current = undefined;
      }}
    >
      <ContextMenu.Trigger render={children} />
      <ContextMenu.Portal>
        <ContextMenu.Positioner className={styles.positioner}>
          <ContextMenu.Popup
            className={styles.menu}
            aria-label="Cell"
            finalFocus={() => findFocus.current?.() ?? true}
          >
            {items.map((item) => (
              <ContextMenu.Item
                key={item.label}
                className={styles.item}
                onClick={() => {
                  findFocus.current = item.findFocus;
                  item.onChoose?.();
                }}
              >
                {item.label}
                {item.keys && (
                  <span aria-hidden className={styles.keys}>
                    {item.keys}
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
