import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";

import { Button } from "../../ui/button.tsx";
import { Pager } from "../../ui/pager.tsx";
import styles from "./ranking-section.module.css";

interface RemainingFoldProps {
  count: number;
  isOpen: boolean;
  onApproach?: (() => void) | undefined;
  onToggle: () => void;
  /** shown while it is open */
  children: ReactNode;
}

/** ranking.md#remaining-vehicles */
export function RemainingFold(props: RemainingFoldProps) {
  const { count, isOpen, onApproach, onToggle, children } = props;
  const listId = useId();
  if (count === 0) return null;
  return (
    <div className="stack">
      <Button
        aria-expanded={isOpen}
        aria-controls={listId}
        className={styles.toggle}
        onPointerEnter={onApproach}
        onFocus={onApproach}
        onClick={onToggle}
      >
        {isOpen ? "Hide remaining EVs" : "Show Remaining EVs"} ({count})
        <ChevronDown aria-hidden />
      </Button>
      <div id={listId} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}

interface RemainingPagerProps {
  /** zero-based */
  page: number;
  pageCount: number;
  onTurn: (page: number) => void;
}

export function RemainingPager({ page, pageCount, onTurn }: RemainingPagerProps) {
  return (
    <div className={styles.pager}>
      <Pager
        label="Pages of the remaining EVs"
        page={page + 1}
        pages={pageCount}
        onPage={(target) => onTurn(target - 1)}
      >
        <span className="visually-hidden">Page </span>
        {page + 1} / {pageCount}
      </Pager>
    </div>
  );
}
