import type { ReactNode } from "react";

import styles from "./page-head.module.css";

interface PageHeadProps {
  title: string;
  /** one sentence below the title */
  lead: ReactNode;
  /** what stands below both */
  children?: ReactNode;
}

export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </header>
  );
}
