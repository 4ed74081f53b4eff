import { ContextMenu as BaseContextMenu } from "@base-ui/react/context-menu";
import { type ReactElement, useState } from "react";

import { type MenuItem, MenuItems } from "../../../ui/menu-items.tsx";
import styles from "../../../ui/menu-items.module.css";

interface ContextMenuProps {
  /** empty where the browser's own menu should open */
  itemsAt: (target: EventTarget) => readonly MenuItem[];
  /** the area in which it opens */
  children: ReactElement;
}

/** A menu that opens by right-click, long press or the menu key. */
export function ContextMenu({ itemsAt, children }: ContextMenuProps) {
  const [items, setItems] = useState<readonly MenuItem[]>([]);
  return (
    <BaseContextMenu.Root
      onOpenChange={(isOpen, details) => {
        if (!isOpen) return;
        const found = details.event.target ? itemsAt(details.event.target) : [];
        if (found.length === 0) details.cancel();
        else setItems(found);
      }}
    >
      <BaseContextMenu.Trigger render={children} />
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner className={styles.positioner}>
          <MenuItems items={items} />
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  );
}
