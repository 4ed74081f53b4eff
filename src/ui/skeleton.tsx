import { clsx } from "clsx";
import type { ReactNode } from "react";

import styles from "./skeleton.module.css";

interface SkeletonProps {
  /** CSS lengths; the width fills the line by default */
  width?: string;
  height?: string;
  round?: boolean;
  className?: string;
}

/** A grey block of the final size of what is loading, hidden from screen readers. */
export function Skeleton({ width, height = "1em", round, className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      className={clsx(styles.skeleton, round && styles.round, className)}
      style={{ width, height }}
    />
  );
}

interface LoadingProps {
  /** as the specification words it, e.g. `Loading EVs...` */
  text: string;
  /** skeletons; a spinner without them */
  children?: ReactNode;
}

/** A loading state. */
export function Loading({ text, children }: LoadingProps) {
  return (
    <div aria-busy>
      <p role="status" className={styles.text}>
        {!children && <span aria-hidden className={styles.spinner} />}
        {text}
      </p>
      {children}
    </div>
  );
}
