import { clsx } from "clsx";
import type { ReactNode } from "react";

import styles from "./skeleton.module.css";

interface SkeletonProps {
  width?: string;
  height?: string;
  round?: boolean;
  className?: string;
}

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
  text: string;
  children?: ReactNode;
}

/** A spinner, or skeletons as children. */
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
