import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";

import { Button } from "../../ui/button.tsx";
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
    <div className={styles.remaining}>
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

interface PagerProps {
  /** zero-based */
  page: number;
  pageCount: number;
  onTurn: (page: number) => void;
}

export function Pager({ page, pageCount, onTurn }: PagerProps) {
  return (
    <nav aria-label="Pages of the remaining EVs" className={styles.pager}>
      <Button disabled={page === 0} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <p aria-live="polite" className={styles.pages}>
        <span className="visually-hidden">Page </span>
        {page + 1} / {pageCount}
      </p>
      <Button disabled={page === pageCount - 1} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
