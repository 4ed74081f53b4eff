import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";

import type { FilterName } from "./filter-chips.ts";
import styles from "./filter-section.module.css";
import { useFilters } from "./use-filters.tsx";

interface FilterSectionProps {
  title: string;
  of: FilterName;
  /** whether it is unfolded to begin with */
  open?: boolean;
  /** its content comes with the first unfolding: each key would draw what nobody sees */
  lazy?: boolean;
  children: ReactNode;
}

/** Outside, so that it is not drawn again with each number that changes. */
const CHEVRON = <ChevronDown aria-hidden className={styles.chevron} />;

/** A part of the filters that folds; its heading says what is on, so that folding hides nothing. */
export function FilterSection(props: FilterSectionProps) {
  const { title, of, open = false, lazy = false, children } = props;
  const { active } = useFilters();
  const [isDrawn, setDrawn] = useState(open || !lazy);
  const on = active.filter(({ id }) => id.split(":")[0] === of);
  const [first] = on;
  return (
    <details className={styles.section} open={open}>
      <summary className={styles.summary} onClick={() => setDrawn(true)}>
        <span className={styles.title}>{title}</span>
        {first && (
          <span className={styles.on}>
            {on.length === 1 ? first.label.replace(/^[^:“]*: /u, "") : `${on.length} on`}
          </span>
        )}
        {CHEVRON}
      </summary>
      <div className={styles.content}>{isDrawn && children}</div>
    </details>
  );
}
