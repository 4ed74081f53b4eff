import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./fold.module.css";

export function Fold(props: {
  title: ReactNode;
  isOpen?: boolean;
  className?: string | undefined;
  /** hidden without JavaScript */
  isScripted?: boolean;
  children: ReactNode;
}) {
  const { title, isOpen = false, className, isScripted, children } = props;
  return (
    <details open={isOpen} className={className} data-scripted={isScripted || undefined}>
      <summary className={styles.summary}>
        {title}
        <ChevronDown aria-hidden className={styles.chevron} />
      </summary>
      {children}
    </details>
  );
}
