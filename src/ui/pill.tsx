import { clsx } from "clsx";
import type { ButtonHTMLAttributes, ReactNode } from "react";

import styles from "./pill.module.css";

interface PillProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-pressed" | "type"> {
  /** whether this choice is on */
  pressed: boolean;
  children: ReactNode;
}

/** One choice that is on or off; several in a row make a group (give the row a role and a name). */
export function Pill({ pressed, className, ...rest }: PillProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={pressed}
      className={clsx(styles.pill, className)}
    />
  );
}
