import { type ReactNode, useRef, useState } from "react";

import { Button, IconButton } from "./button.tsx";
import { lazyDialog } from "./lazy.tsx";
import type { MenuItem } from "./menu-items.tsx";

const { Dialog: DropDown, opener } = lazyDialog(
  async () => (await import("./menu-items.tsx")).DropDown,
);

/** A button with a few actions behind it. */
export function Menu(props: {
  icon: ReactNode;
  label: string;
  /** shows only the icon */
  isIcon?: boolean;
  items: readonly MenuItem[];
}) {
  const { icon, label, isIcon = false, items } = props;
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
      {isIcon ? (
        <IconButton label={label} variant="outlined" {...button}>
          {icon}
        </IconButton>
      ) : (
        <Button size="s" {...button}>
          {icon}
          {label}
        </Button>
      )}
      <DropDown open={isOpen} onOpenChange={setOpen} box={box} items={items} />
    </div>
  );
}
