import { clsx } from "clsx";
import type { ButtonHTMLAttributes, ReactNode } from "react";

import styles from "./pill.module.css";

interface PillProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-pressed" | "type"> {
  pressed: boolean;
  children: ReactNode;
}

/** A choice that is on or off. A row of them needs a role and a name. */
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
