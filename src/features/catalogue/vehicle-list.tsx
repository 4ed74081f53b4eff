import { clsx } from "clsx";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import {
  type ComponentProps,
  memo,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Button } from "../../ui/button.tsx";
import { LoadingWords, Skeleton } from "../../ui/notice.tsx";
import { scrollSmoothly } from "../../ui/scrolling/scroll-to-section.ts";
import { formatCount, lowerFirst } from "../../domain/format.ts";
import type { Match } from "../../domain/filters/find-models.ts";
import {
  figureOfSort,
  isAscendingOnly,
  ORDER_WORDS,
  type Sort,
  SORT_KEYS,
  type SortKey,
  startingOrder,
  toggleSort,
} from "../../domain/filters/sort.ts";
import { followDocking } from "../../ui/scrolling/list-docking.ts";
import { FIRST_CARDS, LANDING_CARDS } from "./catalogue.queries.ts";
import { type ListPosition, useReturnToList } from "../../ui/scrolling/scroll-memory.ts";
import { VehicleCard, type VehicleCardProps } from "./vehicle-card.tsx";
import styles from "./vehicle-list.module.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useHydrated } from "../../ui/hydration.ts";
import { onVisitorInput } from "../../ui/scrolling/visitor-input.ts";
import { FILTERS } from "../../domain/filters/filters.ts";
import header from "./list-header.module.css";

/** Number of cards visible without scrolling. */
const ALWAYS_WHOLE_CARDS = 3;
/** limits-and-texts.md#timings */
const SCROLLBAR_HIDE_DELAY_MS = 600;

/** Renders only cards near the visible area (finding.md#the-list); the first ones work without JavaScript. */
export function VehicleList(
  props: Pick<VehicleCardProps, "figures"> & {
    matches: readonly Match[];
    /** final number of models; missing ones are shown as skeletons */
    total: number;
    sort: Sort;
    /** must be stable */
    onSort: (sort: Sort) => void;
    /** saved with the scroll position (finding.md#return-to-the-list); a change scrolls the list to the top */
    filters: string;
    /** called with the saved filters */
    onRestoreFilters: (filters: string) => void;
  },
) {
  const { matches, total, sort, onSort, filters, onRestoreFilters, figures } = props;
  const list = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const count = Math.max(total, matches.length);
  const rows = useRows(region, matches, count);
  const savePosition = useReturnToList({ rows, filters, onRestoreFilters });

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

/** A box whose thin scrollbar is only visible while scrolling and shortly after (finding.md#the-list). */
function ScrollArea({ className, ...rest }: ComponentProps<"div">) {
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
      }}
    />
  );
}

/** Shows on touch screens how far the visitor has scrolled, with a link to skip the list. */
function ListFoot(props: {
  region: RefObject<HTMLElement | null>;
  /** returns the number of cards seen so far */
  seen: () => number;
  count: number;
}) {
  const { region, seen, count } = props;
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
    const head = list?.firstElementChild;
    if (!list || !head) return;
    const docked = parseFloat(getComputedStyle(head).top);
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

/** Number of cards rendered beyond the edges of the list, so that fast scrolling shows no gap. */
const LIST_OVERSCAN = 5;
/** The height that the server assumes until the browser has measured it. */
const LIST_INITIAL_HEIGHT_PX = 800;

/** Heights of a card until it is measured; one with other trims has a line of pills. */
const EXPECTED_HEIGHT_PX = 150;
const EXPECTED_HEIGHT_WITH_PILLS_PX = 160;

type Key = number | string;

function useVirtualRows(
  region: RefObject<HTMLDivElement | null>,
  matches: readonly Match[],
  count: number,
) {
  const isHydrated = useHydrated();
  const keyOf = useCallback(
    (index: number): Key => matches[index]?.ev.id ?? `waiting-${index}`,
    [matches],
  );
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const [measuredKeys] = useState(() => new Set<Key>());
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count,
    enabled: isHydrated,
    // Only changed rows need an immediate render. For a measured height, a pressed key would have to wait.
    directDomUpdates: true,
    onChange: (_, isScroll) => {
      if (!isScroll) startTransition(redraw);
    },
    overscan: LIST_OVERSCAN,
    initialRect: { width: 0, height: LIST_INITIAL_HEIGHT_PX },
    // The visitor may already have scrolled the served page.
    initialOffset: () => region.current?.scrollTop ?? 0,
    getScrollElement: () => region.current,
    getItemKey: keyOf,
    estimateSize: (index) =>
      (matches[index]?.ev.trims.length ?? 0) > 1
        ? EXPECTED_HEIGHT_WITH_PILLS_PX
        : EXPECTED_HEIGHT_PX,
    measureElement: (element: HTMLElement, entry, instance) => {
      const index = instance.indexFromElement(element);
      const box = entry?.borderBoxSize[0];
      // Reading the height here would force a layout; the observer reports it with the next one.
      if (!box)
        return instance.measurementsCache[index]?.size ?? instance.options.estimateSize(index);
      measuredKeys.add(keyOf(index));
      // Fractions are kept, because they add up.
      return box.blockSize;
    },
  });
  return { isHydrated, virtualizer, keyOf, isMeasured: (key: Key) => measuredKeys.has(key) };
}

/** Rows in normal flow between two spacers, so that served and virtual list look the same. */
function useRows(
  region: RefObject<HTMLDivElement | null>,
  matches: readonly Match[],
  count: number,
) {
  const { isHydrated, virtualizer, keyOf, isMeasured } = useVirtualRows(region, matches, count);

  // Repeated until the visitor acts: the end moves with each measured height and is unknown before hydration.
  const pendingEdge = useRef<"start" | "end" | null>(null);

  const readPosition = () => {
    const top = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0);
    const match = top && matches[top.index];
    return match
      ? { evId: match.ev.id, offset: (virtualizer.scrollOffset ?? 0) - top.start }
      : null;
  };
  /** Returns the number of the last row that is fully visible, counting from 1. */
  const countVisible = () => {
    const { scrollOffset, scrollRect } = virtualizer;
    const bottom = (scrollOffset ?? 0) + (scrollRect?.height ?? LIST_INITIAL_HEIGHT_PX) + 1;
    const row = virtualizer.getVirtualItemForOffset(bottom);
    return row ? Math.max(1, row.end <= bottom ? row.index + 1 : row.index) : 1;
  };
  const scrollTo = ({ evId, offset }: ListPosition) => {
    const index = matches.findIndex(({ ev }) => ev.id === evId);
    const [start] = (index >= 0 && virtualizer.getOffsetForIndex(index, "start")) || [];
    const element = region.current;
    if (start === undefined || !element) return false;
    pendingEdge.current = null;
    const target = start + offset;
    const isPlaced = Math.abs(element.scrollTop - target) < 2;
    if (!isPlaced) virtualizer.scrollToOffset(target);
    // Measuring the rows moves them once more.
    return isPlaced && isMeasured(evId);
  };

  const scrollToEdge = (edge: "start" | "end") => {
    pendingEdge.current = edge;
    if (edge === "end") virtualizer.scrollToEnd();
    // Scrolling to the current position would cost a layout.
    else if (virtualizer.scrollOffset !== 0) virtualizer.scrollToOffset(0);
  };
  useEffect(() => {
    const element = region.current;
    return element ? onVisitorInput(element, () => (pendingEdge.current = null)) : undefined;
  }, [region]);

  const total = virtualizer.getTotalSize();
  const scrollToPendingEdge = useEffectEvent(() => {
    if (pendingEdge.current) scrollToEdge(pendingEdge.current);
  });
  useLayoutEffect(() => {
    if (isHydrated) scrollToPendingEdge();
  }, [isHydrated, total]);

  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const served = Array.from({ length: Math.min(matches.length, FIRST_CARDS) }, (_, index) => ({
    index,
    key: keyOf(index),
  }));
  return {
    shown: isHydrated ? items : served,
    /** the document's own rows, more than any screen shows at once */
    isServed: !isHydrated && served.length >= LANDING_CARDS,
    /** height of the skipped rows above and below, in pixels */
    spaceBefore: first?.start ?? 0,
    spaceAfter: last ? total - last.end : 0,
    /** ref for each row, which needs `data-index` */
    measure: virtualizer.measureElement,
    readPosition,
    countVisible,
    scrollTo,
    scrollToEdge,
  };
}

interface SortChoice {
  key: SortKey;
  label: string;
  /** name and orders as announced; one that is always ascending has no `desc` */
  name: string;
  asc: string;
  desc?: string;
}

/** finding.md#the-list */
const COLUMNS: readonly SortChoice[] = [
  { key: "range", label: "RANGE", name: "range", asc: "shortest first", desc: "longest first" },
  { key: "make", label: "MAKE", name: "make", asc: "A to Z", desc: "Z to A" },
  { key: "price", label: "PRICE", name: "price", asc: "lowest first", desc: "highest first" },
];

/** Lower is better for the first four, so these have only one direction (finding.md#sorting). */
const OTHER_SORTS: readonly SortChoice[] = [
  { key: "acceleration", label: "0-60", name: "0-60", asc: "quickest first" },
  { key: "charging", label: "CHARGING", name: "charging time", asc: "shortest first" },
  { key: "consumption", label: "EFFICIENCY", name: "efficiency", asc: "best first" },
  { key: "trip", label: "LONG DRIVE", name: "time of a 600-mile drive", asc: "shortest first" },
  ...SORT_KEYS.flatMap((key) => {
    const figure = figureOfSort(key);
    if (figure === null || isAscendingOnly(key) || COLUMNS.some((column) => column.key === key))
      return [];
    const { title } = FILTERS[figure];
    return [{ key, label: title.toUpperCase(), name: lowerFirst(title), ...ORDER_WORDS }];
  }),
];

/** Pressing a column again reverses the order (finding.md#sorting). */
const ListHeader = memo(function ListHeader(props: {
  sort: Sort;
  /** must be stable */
  onSort: (sort: Sort) => void;
}) {
  const { sort, onSort } = props;
  const [announcement, setAnnouncement] = useState("");
  const other = OTHER_SORTS.find(({ key }) => key === sort.key);
  const choose = (choice: SortChoice, next: Sort) => {
    onSort(next);
    setAnnouncement(`Sorted by ${choice.name}, ${choice[next.order] ?? choice.asc}`);
  };
  return (
    <div role="group" aria-label="Sort vehicles" className={header.header} data-scripted>
      {COLUMNS.map((column) => {
        const active = sort.key === column.key;
        const Icon = active ? (sort.order === "asc" ? ArrowUp : ArrowDown) : ArrowUpDown;
        return (
          <button
            key={column.key}
            type="button"
            aria-pressed={active}
            className={clsx(header.column, active && header.active)}
            onClick={() => choose(column, toggleSort(sort, column.key))}
          >
            {column.label}
            <Icon aria-hidden size={16} />
            {active && <span className="visually-hidden">{column[sort.order]}</span>}
          </button>
        );
      })}
      <div className={header.others}>
        <select
          aria-label="Sort by another figure"
          className={clsx(header.column, header.more, other && header.active)}
          value={other?.key ?? ""}
          onChange={(event) => {
            const chosen = OTHER_SORTS.find(({ key }) => key === event.currentTarget.value);
            if (chosen) choose(chosen, { key: chosen.key, order: startingOrder(chosen.key) });
          }}
        >
          <option value="" hidden>
            MORE
          </option>
          {OTHER_SORTS.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        {other && !isAscendingOnly(other.key) && (
          <button
            type="button"
            aria-label={`Reverse the order, ${ORDER_WORDS[sort.order]}`}
            className={clsx(header.column, header.turn)}
            onClick={() => choose(other, toggleSort(sort, other.key))}
          >
            {sort.order === "asc" ? (
              <ArrowUp aria-hidden size={16} />
            ) : (
              <ArrowDown aria-hidden size={16} />
            )}
          </button>
        )}
      </div>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </div>
  );
});
