import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";

import { Button } from "../../ui/button.tsx";
import { Loading, QueryError, Skeleton } from "../../ui/notice.tsx";
import { Pager } from "../../ui/pager.tsx";
import { PAGE_SIZE } from "./ranking.ts";
import styles from "./ranking-section.module.css";
import type { RankingState } from "./use-ranking.ts";

export const RANKING_FAILED = "The ranking could not be loaded.";

/** ranking.md#remaining-vehicles */
export function RemainingFold(props: {
  ranking: RankingState;
  count: number;
  /** whether every model is there */
  isComplete: boolean;
  /** zero-based */
  page: number;
  pageCount: number;
  /** the rows of the page, rendered while it is open */
  children: ReactNode;
}) {
  const { ranking, count, isComplete, page, pageCount, children } = props;
  const { isOpen, toggle, requestList, goToPage, list } = ranking;
  const listId = useId();
  if (count === 0) return null;
  const waiting = list.isError ? (
    <QueryError title={RANKING_FAILED} query={list} />
  ) : (
    <Loading text="Loading EVs...">
      <Skeleton count={PAGE_SIZE} height="88px" className={styles.waiting} />
    </Loading>
  );
  return (
    <div className="stack">
      <Button
        aria-expanded={isOpen}
        aria-controls={listId}
        className={styles.toggle}
        onPointerEnter={requestList}
        onFocus={requestList}
        onClick={toggle}
      >
        {isOpen ? "Hide remaining EVs" : "Show Remaining EVs"} ({count})
        <ChevronDown aria-hidden />
      </Button>
      <div id={listId} hidden={!isOpen}>
        {isOpen && !isComplete && waiting}
        {isOpen && isComplete && (
          <>
            {children}
            <div className={styles.pager}>
              <Pager
                label="Pages of the remaining EVs"
                page={page + 1}
                pages={pageCount}
                onPage={(target) => goToPage(target - 1)}
              >
                <span className="visually-hidden">Page </span>
                {page + 1} / {pageCount}
              </Pager>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
