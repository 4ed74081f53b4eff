import { type ReactNode, useRef, useState } from "react";

import { Button, IconButton } from "./button.tsx";
import { lazyDialog } from "./lazy.tsx";
import type { MenuItem } from "./menu-items.tsx";

const { Dialog: DropDown, opener } = lazyDialog(
  async () => (await import("./menu-items.tsx")).DropDown,
);

interface MenuProps {
  /** what the button that opens the menu shows */
  title: ReactNode;
  /** its name, if it shows only an icon */
  label?: string;
  items: readonly MenuItem[];
}

/** A button with a few actions behind it. */
export function Menu({ title, label, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  // Beside its button, so that it is in the same landmark.
  const box = useRef<HTMLDivElement>(null);
  const button = {
    ...opener,
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    onClick: () => setOpen(true),
  } as const;
  return (
    <div ref={box}>
      {label === undefined ? (
        <Button size="s" {...button}>
          {title}
        </Button>
      ) : (
        <IconButton label={label} variant="outlined" {...button}>
          {title}
        </IconButton>
      )}
      <DropDown open={isOpen} onOpenChange={setOpen} box={box} items={items} />
    </div>
  );
}
