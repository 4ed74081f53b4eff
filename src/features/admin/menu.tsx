import { ContextMenu as BaseContextMenu } from "@base-ui/react/context-menu";
import { Menu as BaseMenu } from "@base-ui/react/menu";
import { Ellipsis } from "lucide-react";
import { type ReactElement, useRef, useState } from "react";

import { withBase } from "../../domain/base-path.ts";
import { IconButton } from "../../ui/button.tsx";
import styles from "./menu.module.css";

export interface MenuItem {
  label: string;
  /** the keys that do the same */
  keys?: string;
  /** a file to download */
  href?: string;
  onChoose?: () => void;
  /** returns the element to focus once the menu is closed */
  findFocus?: () => HTMLElement | null | undefined;
}

interface ContextMenuProps {
  label: string;
  /** empty where the browser's own menu should open */
  itemsAt: (target: EventTarget) => readonly MenuItem[];
  /** the area in which it opens */
  children: ReactElement;
}

/** A menu that opens by right-click, long press or the menu key. */
export function ContextMenu({ label, itemsAt, children }: ContextMenuProps) {
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
          <MenuItems label={label} items={items} />
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  );
}

/** A button with three dots that opens a menu. */
export function MoreMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  // Beside its button, so that it is in the same landmark.
  const container = useRef<HTMLDivElement>(null);
  return (
    <div ref={container}>
      <BaseMenu.Root>
        <BaseMenu.Trigger
          render={
            <IconButton label={label} variant="outlined">
              <Ellipsis aria-hidden />
            </IconButton>
          }
        />
        <BaseMenu.Portal container={container}>
          <BaseMenu.Positioner align="end" sideOffset={4} className={styles.positioner}>
            <MenuItems label={label} items={items} />
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </div>
  );
}

function MenuItems({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const findFocus = useRef<MenuItem["findFocus"]>(undefined);
  return (
    <BaseMenu.Popup
      className={styles.menu}
      aria-label={label}
      finalFocus={() => findFocus.current?.() ?? true}
    >
      {items.map(({ label: text, keys, href, onChoose, findFocus: find }) => {
        if (href !== undefined) {
          return (
            <BaseMenu.LinkItem
              key={text}
              href={withBase(href)}
              download
              closeOnClick
              className={styles.item}
            >
              {text}
            </BaseMenu.LinkItem>
          );
        }
        return (
          <BaseMenu.Item
            key={text}
            className={styles.item}
            onClick={() => {
              findFocus.current = find;
              onChoose?.();
            }}
          >
            {text}
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
