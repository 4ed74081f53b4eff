import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./fold.module.css";

interface FoldProps {
  title: ReactNode;
  /** whether it is open at first */
  isOpen?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A foldable part with a title that opens it. */
export function Fold({ title, isOpen = false, className, children }: FoldProps) {
  return (
    <details open={isOpen} className={className}>
      <summary className={styles.summary}>
        {title}
        <ChevronDown aria-hidden className={styles.chevron} />
      </summary>
      {children}
    </details>
  );
}
