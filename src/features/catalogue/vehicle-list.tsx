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
import { scrollSmoothly } from "../../ui/scrolling/scroll-to-section.ts";
import { formatCount } from "../../domain/counts.ts";
import type { Match } from "../../domain/filters/find-models.ts";
import type { Sort } from "../../domain/filters/sort.ts";
import { followDocking } from "../../ui/scrolling/list-docking.ts";
import { ListHeader } from "./list-header.tsx";
import { ALWAYS_WHOLE_CARDS, SCROLLBAR_HIDE_DELAY_MS } from "./limits.ts";
import { useReturnToList } from "../../ui/scrolling/return-to-place.ts";
import { useRows } from "./use-rows.ts";
import { VehicleCard, type VehicleCardProps } from "./vehicle-card.tsx";
import { VehicleCardSkeleton } from "./vehicle-list-skeleton.tsx";
import styles from "./vehicle-list.module.css";

export interface VehicleListProps extends Pick<VehicleCardProps, "figures" | "renderActions"> {
  matches: readonly Match[];
  /** how many there will be; the rest show as skeletons */
  total?: number;
  sort: Sort;
  /** must be stable */
  onSort: (sort: Sort) => void;
  /** kept with the scroll position (finding.md#return-to-the-list); a new one scrolls the list up */
  filterState: unknown;
  /** gets the filters that were kept */
  onRestoreFilters?: (filterState: unknown) => void;
}

/**
 * finding.md#the-list: a list of cards that scrolls by itself. Only what is near the view is in the document,
 * so that ten thousand trims scroll like ten; the first cards are there without JavaScript.
 */
export function VehicleList({
  matches,
  total = matches.length,
  sort,
  onSort,
  filterState,
  onRestoreFilters,
  figures,
  renderActions,
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
          // The browser would stop at what it takes for the end before the cards are measured.
          if (event.target !== event.currentTarget || !["Home", "End"].includes(event.key)) return;
          event.preventDefault();
          rows.scrollToEdge(event.key === "Home" ? "start" : "end");
        }}
      >
        {/* Safari forgets that a list without bullets is one. */}
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
                  <VehicleCard
                    match={match}
                    figures={figures}
                    onOpen={savePosition}
                    renderActions={renderActions}
                  />
                ) : (
                  <VehicleCardSkeleton />
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

interface ScrollAreaProps extends HTMLAttributes<HTMLDivElement> {
  ref?: Ref<HTMLDivElement>;
}

/** A box whose thin scrollbar shows only while it scrolls and shortly after (finding.md#the-list). */
function ScrollArea({ className, onScroll, ...rest }: ScrollAreaProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div
      {...rest}
      className={clsx(styles.area, className)}
      onScroll={(event) => {
        // Straight to the element: a rendering for each scroll would cost frames.
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
  /** of the cards so far, now */
  seen: () => number;
  count: number;
}

/** Shows on touch screens how far the list has come, with a link past it. */
function ListFoot({ region, seen, count }: ListFootProps) {
  const onScroll = useCallback(
    (heard: () => void) => {
      const list = region.current;
      list?.addEventListener("scroll", heard, { passive: true });
      return () => list?.removeEventListener("scroll", heard);
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
