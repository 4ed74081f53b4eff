import { clsx } from "clsx";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link } from "wouter";

import styles from "./button.module.css";

interface ButtonLook {
  children: ReactNode;
  /** primary: the one action of a screen; secondary: the others; quiet: text only */
  variant?: "primary" | "secondary" | "quiet";
  /** s is lower where a mouse points; never under 44 px where a finger does */
  size?: "m" | "s";
  className?: string | undefined;
}

interface ActionProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "children" | "className"
> {
  href?: never;
  /** the action runs: further presses are refused, the label stays the caller's */
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

interface LinkProps {
  /** an address of this site; the button is then a link */
  href: string;
  /** the address is a file to keep, no screen of this site */
  download?: boolean;
  onClick?: () => void;
}

type ButtonProps = ButtonLook & (ActionProps | LinkProps);

/** A button with words on it, or a link that looks like one. `type` is `button` unless told otherwise. */
export function Button({
  variant = "secondary",
  size = "m",
  className,
  children,
  ...rest
}: ButtonProps) {
  const look = clsx(styles.button, styles[variant], styles[size], className);
  if (rest.href !== undefined) {
    const { download = false, ...link } = rest;
    if (download) {
      return (
        <a {...link} download className={look}>
          {children}
        </a>
      );
    }
    return (
      <Link {...link} className={look}>
        {children}
      </Link>
    );
  }
  const { pending = false, disabled = false, ...attributes } = rest;
  return (
    <button
      type="button"
      {...attributes}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={look}
    >
      {children}
    </button>
  );
}

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
      className={clsx(styles.icon, variant === "outlined" && styles.outlined, className)}
    />
  );
}
