import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./filter-section.module.css";
import { useFilters } from "./use-filters.tsx";

export interface FilterSectionProps {
  title: string;
  /** the part before the colon of the section's active filters, e.g. `make` */
  of: string;
  /** whether it is unfolded to begin with */
  open?: boolean;
  children: ReactNode;
}

/** Outside, so that it is not drawn again with each number that changes. */
const CHEVRON = <ChevronDown aria-hidden className={styles.chevron} />;

/** A part of the filters that folds; its heading says what is on, so that folding hides nothing. */
export function FilterSection({ title, of, open = false, children }: FilterSectionProps) {
  const { active } = useFilters();
  const on = active.filter(({ id }) => id.split(":")[0] === of);
  const [first] = on;
  return (
    <details className={styles.section} open={open}>
      <summary className={styles.summary}>
        <span className={styles.title}>{title}</span>
        {first && (
          <span className={styles.on}>
            {on.length === 1 ? first.label.replace(/^[^:“]*: /u, "") : `${on.length} on`}
          </span>
        )}
        {CHEVRON}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
