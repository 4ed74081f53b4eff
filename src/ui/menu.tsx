import { type ReactNode, useId } from "react";

import { Button } from "./button.tsx";
import styles from "./menu.module.css";

interface MenuProps {
  /** what the button that opens the menu says */
  title: ReactNode;
  items: readonly { icon: ReactNode; label: string; onChoose: () => void }[];
}

/** A button with a few actions behind it. The browser opens and closes them. */
export function Menu({ title, items }: MenuProps) {
  const id = useId();
  return (
    <>
      <Button size="s" popoverTarget={id}>
        {title}
      </Button>
      <div id={id} popover="auto" className={styles.menu}>
        {items.map(({ icon, label, onChoose }) => (
          <Button
            key={label}
            size="s"
            variant="quiet"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={onChoose}
          >
            {icon}
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}
