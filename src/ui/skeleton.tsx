import { clsx } from "clsx";
import type { ReactNode } from "react";

import styles from "./skeleton.module.css";

interface SkeletonProps {
  /** CSS lengths of what will stand here; width fills the line by default */
  width?: string;
  height?: string;
  round?: boolean;
  className?: string;
}

/** A grey block with the final size of what is on its way; silent for screen readers. */
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
  /** what is loaded, as the specification words it, e.g. `Loading EVs...` */
  text: string;
  /** skeletons; without them a spinner stands beside the text */
  children?: ReactNode;
}

/** Says that something is on its way, and shows where it will stand. */
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
