import { clsx } from "clsx";
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { Link } from "wouter";

import styles from "./button.module.css";
import { useProgress } from "./progress.ts";

interface ButtonLook {
  children: ReactNode;
  /** primary for the main action of a screen; quiet is only text */
  variant?: "primary" | "secondary" | "quiet";
  size?: "m" | "s";
  className?: string | undefined;
}

interface ActionProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "children" | "className"
> {
  href?: never;
  /** work is in progress: presses do nothing, and the progress bar shows */
  pending?: boolean;
  /** presses no longer do anything; unlike with `disabled` it keeps the focus */
  done?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

interface LinkProps {
  href: string;
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
  const classes = clsx(styles.button, styles[variant], styles[size], className);
  if (rest.href !== undefined) {
    return (
      <Link {...rest} className={classes}>
        {children}
      </Link>
    );
  }
  return (
    <ActionButton {...rest} className={classes}>
      {children}
    </ActionButton>
  );
}

type ActionButtonProps = ActionProps & Pick<ButtonLook, "children" | "className">;

function ActionButton({ pending = false, done = false, onClick, ...rest }: ActionButtonProps) {
  useProgress(pending);
  const isIdle = pending || done;
  return (
    <button
      type="button"
      {...rest}
      // A disabled button would lose the focus.
      aria-disabled={isIdle || undefined}
      aria-busy={pending || undefined}
      onClick={isIdle ? ignore : onClick}
    />
  );
}

/** Also prevents it from submitting its form. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
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

/** A round 44 px button with only an icon. */
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
