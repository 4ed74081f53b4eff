import { ContextMenu as BaseContextMenu } from "@base-ui/react/context-menu";
import { Menu as BaseMenu } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, type RefObject, useRef, useState } from "react";

import { withBase } from "../domain/base-path.ts";
import styles from "./menu-items.module.css";

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** the keys that do the same */
  keys?: string;
  /** a file to download */
  href?: string;
  onChoose?: () => void;
  /** returns the element to focus once the menu is closed */
  findFocus?: () => HTMLElement | null | undefined;
}

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
          <Items items={items} />
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  );
}

interface DropDownProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** contains the menu and its button */
  box: RefObject<HTMLDivElement | null>;
  items: readonly MenuItem[];
}

/** The menu of a button; see menu.tsx, which loads it. */
export function DropDown({ open, onOpenChange, box, items }: DropDownProps) {
  return (
    <BaseMenu.Root open={open} onOpenChange={onOpenChange}>
      <BaseMenu.Portal container={box}>
        <BaseMenu.Positioner anchor={box} align="end" sideOffset={4} className={styles.positioner}>
          <Items items={items} returnTo={() => box.current?.querySelector("button")} />
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

interface ItemsProps {
  items: readonly MenuItem[];
  /** returns the element to focus unless an item names one */
  returnTo?: MenuItem["findFocus"];
}

function Items({ items, returnTo }: ItemsProps) {
  const findFocus = useRef(returnTo);
  return (
    <BaseMenu.Popup
      className={styles.menu}
      aria-label="Actions"
      finalFocus={() => findFocus.current?.() ?? true}
    >
      {items.map(({ label, icon, keys, href, onChoose, findFocus: find = returnTo }) => {
        const shared = { className: styles.item, closeOnClick: true };
        if (href !== undefined) {
          return (
            <BaseMenu.LinkItem key={label} {...shared} href={withBase(href)} download>
              {label}
            </BaseMenu.LinkItem>
          );
        }
        return (
          <BaseMenu.Item
            key={label}
            {...shared}
            onClick={() => {
              findFocus.current = find;
              onChoose?.();
            }}
          >
            {icon}
            {label}
            {keys && (
              <span aria-hidden className={styles.keys}>
                {keys}
              </span>
            )}
          </BaseMenu.Item>
        );
      })}
    </BaseMenu.Popup>
  );
}
