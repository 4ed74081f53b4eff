import { clsx } from "clsx";
import { X } from "lucide-react";
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";

import { withBase } from "../domain/base-path.ts";
import styles from "./pill.module.css";

interface PillProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-pressed" | "type"> {
  pressed: boolean;
  children: ReactNode;
}

/** A choice that is on or off. A row of pills needs a role and a name. */
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

/** A link to the address where the choice is on. */
export function PillLink({
  className,
  href = "",
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement>) {
  // Its text is passed as a child.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} href={withBase(href)} className={clsx(styles.pill, className)} />;
}

/** A removable choice, such as a filter; the whole chip is the button. */
export interface ChipProps {
  label: string;
  /** A name is not translated (everywhere.md#translation). */
  isName?: boolean;
  onRemove: () => void;
}

export function Chip({ label, isName = false, onRemove }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={`Remove ${label}`}
      data-plain
      onClick={onRemove}
    >
      <span className="ellipsis" translate={isName ? "no" : undefined}>
        {label}
      </span>
      <X aria-hidden size={16} />
    </button>
  );
}
