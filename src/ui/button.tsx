import { clsx } from "clsx";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link } from "wouter";

import styles from "./button.module.css";

interface ButtonLook {
  children: ReactNode;
  /** primary for the one action of a screen; quiet is text only */
  variant?: "primary" | "secondary" | "quiet";
  size?: "m" | "s";
  className?: string | undefined;
}

interface ActionProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "children" | "className"
> {
  href?: never;
  pending?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

interface LinkProps {
  href: string;
  download?: boolean;
  onClick?: () => void;
}

type ButtonProps = ButtonLook & (ActionProps | LinkProps);

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
  label: string;
  children: ReactNode;
  variant?: "plain" | "outlined";
  ref?: Ref<HTMLButtonElement>;
}

/** A round button with an icon only, 44 px. */
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
