import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ReactNode, RefObject } from "react";

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
}

/** The menu of a button; see menu.tsx, which loads it. */
export function DropDown(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** contains the menu and its button */
  box: RefObject<HTMLDivElement | null>;
  items: readonly MenuItem[];
}) {
  const { open, onOpenChange, box, items } = props;
  return (
    <BaseMenu.Root open={open} onOpenChange={onOpenChange}>
      <BaseMenu.Portal container={box}>
        <BaseMenu.Positioner anchor={box} align="end" sideOffset={4} className={styles.positioner}>
          <MenuItems items={items} returnTo={() => box.current?.querySelector("button")} />
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export function MenuItems(props: {
  items: readonly MenuItem[];
  /** returns the element to focus once the menu is closed */
  returnTo?: () => HTMLElement | null | undefined;
}) {
  const { items, returnTo } = props;
  return (
    <BaseMenu.Popup
      className={styles.menu}
      aria-label="Actions"
      finalFocus={() => returnTo?.() ?? true}
    >
      {items.map(({ label, icon, keys, href, onChoose }) => {
        const shared = { className: styles.item, closeOnClick: true };
        if (href !== undefined) {
          return (
            <BaseMenu.LinkItem key={label} {...shared} href={withBase(href)} download>
              {icon}
              {label}
            </BaseMenu.LinkItem>
          );
        }
        return (
          <BaseMenu.Item key={label} {...shared} onClick={() => onChoose?.()}>
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
