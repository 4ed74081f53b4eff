import { clsx } from "clsx";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

import styles from "./icon-button.module.css";

interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "aria-label" | "title"
> {
  /** what the button does, in words: its name and its tooltip */
  label: string;
  /** the icon, 20 px by default */
  children: ReactNode;
  /** outlined: stands on its own; plain: inside something that frames it */
  variant?: "plain" | "outlined";
  ref?: Ref<HTMLButtonElement>;
}

/** A round button that shows an icon only, 44 px square. */
export function IconButton({ label, variant = "plain", className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={clsx(styles.button, variant === "outlined" && styles.outlined, className)}
    />
  );
}
