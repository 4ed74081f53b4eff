import { clsx } from "clsx";
import { ArrowDown } from "lucide-react";
import {
  type HTMLAttributes,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";

import { Button } from "../../ui/button.tsx";
import { LoadingWords, Skeleton } from "../../ui/notice.tsx";
import { scrollSmoothly } from "../../ui/scrolling/scroll-to-section.ts";
import { formatCount } from "../../domain/format.ts";
import type { Match } from "../../domain/filters/find-models.ts";
import type { Sort } from "../../domain/filters/sort.ts";
import { followDocking } from "../../ui/scrolling/list-docking.ts";
import { ListHeader } from "./list-header.tsx";
import { LANDING_CARDS } from "./catalogue.queries.ts";
import { useReturnToList } from "../../ui/scrolling/scroll-memory.ts";
import { useRows } from "./use-rows.ts";
import { VehicleCard, type VehicleCardProps } from "./vehicle-card.tsx";
import styles from "./vehicle-list.module.css";

/** Number of cards visible without scrolling. */
const ALWAYS_WHOLE_CARDS = 3;
/** limits-and-texts.md#timings */
const SCROLLBAR_HIDE_DELAY_MS = 600;

export interface VehicleListProps extends Pick<VehicleCardProps, "figures"> {
  matches: readonly Match[];
  /** final number of models; missing ones are shown as skeletons */
  total: number;
  sort: Sort;
  /** must be stable */
  onSort: (sort: Sort) => void;
  /**
   * saved with the scroll position (finding.md#return-to-the-list); when it changes, the list scrolls to the
   * top
   */
  filterState: string;
  /** called with the saved filters */
  onRestoreFilters: (filterState: string) => void;
}

/**
 * finding.md#the-list: a list of cards with its own scrolling. The document only contains cards near the
 * visible area, so ten thousand trims scroll like ten; the first cards work without JavaScript.
 */
export function VehicleList({
  matches,
  total,
  sort,
  onSort,
  filterState,
  onRestoreFilters,
  figures,
}: VehicleListProps) {
  const list = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const count = Math.max(total, matches.length);
  const rows = useRows(region, matches, count);
  const savePosition = useReturnToList({ rows, filterState, onRestoreFilters });

  useEffect(
    () =>
      list.current && region.current ? followDocking(list.current, region.current) : undefined,
    [],
  );
  return (
    <div ref={list} className={styles.list}>
      <ListHeader sort={sort} onSort={onSort} />
      <ScrollArea
        ref={region}
        role="region"
        aria-label="Electric vehicles"
        tabIndex={0}
        className={styles.region}
        onKeyDown={(event) => {
          // The browser would stop at a wrong end, because the cards have not been measured yet.
          if (event.target !== event.currentTarget || !["Home", "End"].includes(event.key)) return;
          event.preventDefault();
          rows.scrollToEdge(event.key === "Home" ? "start" : "end");
        }}
      >
        {/* Safari does not treat a list without bullets as a list. */}
        <ul
          role="list"
          className={styles.rows}
          data-late={rows.isServed || undefined}
          style={{ paddingTop: rows.spaceBefore, paddingBottom: rows.spaceAfter }}
        >
          {rows.shown.map((row) => {
            const match = matches[row.index];
            return (
              <li
                key={row.key}
                ref={rows.measure}
                data-index={row.index}
                aria-setsize={count}
                aria-posinset={row.index + 1}
                className={styles.row}
              >
                {match ? (
                  <VehicleCard match={match} figures={figures} onOpen={savePosition} />
                ) : (
                  <Skeleton height="150px" />
                )}
              </li>
            );
          })}
        </ul>
      </ScrollArea>
      {count > ALWAYS_WHOLE_CARDS && (
        <ListFoot region={region} seen={rows.countVisible} count={count} />
      )}
    </div>
  );
}

/** Takes the space of a list that fills its window. */
export function WaitingList() {
  return (
    <div className={styles.list}>
      <p className={styles.loading}>
        <LoadingWords text="Loading EVs..." />
      </p>
      <div className={clsx(styles.region, styles.still)}>
        <Skeleton count={LANDING_CARDS} height="150px" className={styles.waiting} />
      </div>
      <div aria-hidden className={styles.foot} />
    </div>
  );
}

interface ScrollAreaProps extends HTMLAttributes<HTMLDivElement> {
  ref?: Ref<HTMLDivElement>;
}

/** A box whose thin scrollbar is only visible while scrolling and shortly after (finding.md#the-list). */
function ScrollArea({ className, onScroll, ...rest }: ScrollAreaProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div
      {...rest}
      className={clsx(styles.area, className)}
      onScroll={(event) => {
        // Set on the element directly, because a render for each scroll would drop frames.
        const { dataset } = event.currentTarget;
        dataset.scrolling = "";
        clearTimeout(timer.current);
        timer.current = setTimeout(() => delete dataset.scrolling, SCROLLBAR_HIDE_DELAY_MS);
        onScroll?.(event);
      }}
    />
  );
}

interface ListFootProps {
  region: RefObject<HTMLElement | null>;
  /** returns the number of cards seen so far */
  seen: () => number;
  count: number;
}

/** Shows on touch screens how far the visitor has scrolled, with a link to skip the list. */
function ListFoot({ region, seen, count }: ListFootProps) {
  const onScroll = useCallback(
    (listener: () => void) => {
      const list = region.current;
      list?.addEventListener("scroll", listener, { passive: true });
      return () => list?.removeEventListener("scroll", listener);
    },
    [region],
  );
  const last = useSyncExternalStore(
    onScroll,
    () => Math.min(seen(), count),
    () => 1,
  );
  const leave = () => {
    const list = region.current?.parentElement;
    const header = list?.firstElementChild;
    if (!list || !header) return;
    const docked = parseFloat(getComputedStyle(header).top);
    scrollSmoothly(window.scrollY + list.getBoundingClientRect().bottom - docked);
  };
  return (
    <div className={styles.foot} data-end={last === count || undefined} data-scripted>
      <p className={styles.seen}>
        {formatCount(last)} of {formatCount(count)}
      </p>
      <Button variant="quiet" size="s" onClick={leave}>
        Skip the list
        <ArrowDown aria-hidden />
      </Button>
    </div>
  );
}
