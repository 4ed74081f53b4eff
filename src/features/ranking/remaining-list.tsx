import { ChevronDown } from "lucide-react";
import { useId, useRef } from "react";

import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/notice.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { messageOf } from "../../api/answers.ts";
import { RankedVehicle } from "./ranked-vehicle.tsx";
import styles from "./remaining-list.module.css";
import type { RankingState } from "./use-ranking.ts";
import { useReorderMotion } from "./use-reorder-motion.ts";

/** Everybody behind the top 5, folded until asked for, in pages of five (§2, §4). */
export function RemainingList({ ranking }: { ranking: RankingState }) {
  const { isOpen, remainingCount } = ranking;
  const listId = useId();
  if (remainingCount === 0) return null;
  return (
    <div className={styles.remaining}>
      <Button
        aria-expanded={isOpen}
        aria-controls={listId}
        className={styles.toggle}
        onPointerEnter={ranking.want}
        onFocus={ranking.want}
        onClick={ranking.toggle}
      >
        {isOpen ? "Hide remaining EVs" : "Show Remaining EVs"} ({remainingCount})
        <ChevronDown aria-hidden />
      </Button>
      <div id={listId} hidden={!isOpen}>
        {isOpen && <OpenList ranking={ranking} />}
      </div>
    </div>
  );
}

function OpenList({ ranking }: { ranking: RankingState }) {
  const { list, page, upvotesOf } = ranking;
  const rows = useRef<HTMLOListElement>(null);
  useReorderMotion(rows, `${page.page} ${page.shown.map(({ ev }) => ev.id).join()}`);
  if (!ranking.isComplete && list.isError) {
    return (
      <ErrorState
        title="The ranking could not be loaded."
        text={messageOf(list.error)}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (!ranking.isComplete) {
    return (
      <Loading text="Loading EVs...">
        <Skeleton height="480px" />
      </Loading>
    );
  }
  return (
    <>
      <ol ref={rows} role="list" aria-label="Remaining EVs" className={styles.rows}>
        {page.shown.map(({ ev, position }) => (
          <li key={ev.id} data-key={ev.id} className={styles.row}>
            <RankedVehicle
              ev={ev}
              position={position}
              upvotes={upvotesOf(ev.id)}
              onLeave={() => ranking.leave(true)}
            />
          </li>
        ))}
      </ol>
      <nav aria-label="Pages of the remaining EVs" className={styles.pager}>
        <Button disabled={page.page === 0} onClick={() => ranking.turnTo(page.page - 1)}>
          Previous
        </Button>
        <p aria-live="polite" className={styles.pages}>
          <span className="visually-hidden">Page </span>
          {page.page + 1} / {page.pageCount}
        </p>
        <Button
          disabled={page.page === page.pageCount - 1}
          onClick={() => ranking.turnTo(page.page + 1)}
        >
          Next
        </Button>
      </nav>
    </>
  );
}
