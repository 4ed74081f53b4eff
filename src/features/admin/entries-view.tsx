import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, type Ref, useId, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { formatLocalTime } from "../../ui/dates.ts";
import { useMedia } from "../../ui/device.ts";
import { Loading, QueryError, Skeleton } from "../../ui/notice.tsx";
import styles from "./entries-view.module.css";

/** From here on the open entry stands beside the list. */
const SIDE_BY_SIDE = "(min-width: 1024px)";
const SKELETONS = 8;

interface ShownEntry {
  /** a control before the line */
  lead?: ReactNode;
  /** the entry in one line; pressing it opens the entry */
  line: ReactNode;
  /** the end of the line, which is shown even if there is no room for the rest */
  value?: ReactNode;
  at: string;
  /** a button after the line */
  action?: ReactNode;
  /** null if the line says everything */
  details: ReactNode;
}

interface EntryListProps<Entry> {
  label: string;
  entries: readonly Entry[];
  show: (entry: Entry) => ShownEntry;
  isBusy: boolean;
}

/** A list of lines, one of which is open: beside the list, or below its line where there is no room. */
function EntryList<Entry extends { id: number }>(props: EntryListProps<Entry>) {
  const { label, entries, show, isBusy } = props;
  const isWide = useMedia(SIDE_BY_SIDE, true);
  const [openId, setOpenId] = useState<number>();
  const first = isWide ? entries.find((entry) => Boolean(show(entry).details)) : undefined;
  const open = entries.find(({ id }) => id === openId) ?? first;
  const isBeside = isWide && open !== undefined;
  return (
    <ol
      role="list"
      aria-label={label}
      aria-busy={isBusy || undefined}
      className={clsx(styles.list, isBeside && styles.wide)}
      // The last row takes what the open entry is taller than the list.
      style={isBeside ? { gridTemplateRows: `repeat(${entries.length}, auto) 1fr` } : undefined}
    >
      {entries.map((entry) => {
        const { lead, line, value, at, action, details } = show(entry);
        const isOpen = entry === open;
        const words = (
          <>
            <span>{line}</span>
            {value && <span className={styles.value}> · {value}</span>}
          </>
        );
        return (
          <li key={entry.id} className={styles.item}>
            <div className={styles.row}>
              {lead && <div className={styles.lead}>{lead}</div>}
              {details ? (
                <button
                  type="button"
                  aria-expanded={isOpen}
                  className={styles.line}
                  onClick={() => setOpenId(isOpen && !isWide ? undefined : entry.id)}
                >
                  {words}
                </button>
              ) : (
                <div className={styles.line}>{words}</div>
              )}
              {action && <div className={styles.action}>{action}</div>}
              <time dateTime={at} className={styles.time}>
                {formatLocalTime(at)}
              </time>
            </div>
            {isOpen && <div className={styles.details}>{details}</div>}
          </li>
        );
      })}
    </ol>
  );
}

interface EntriesViewProps<Entry> extends Omit<EntryListProps<Entry>, "entries" | "isBusy"> {
  title: string;
  headingRef?: Ref<HTMLHeadingElement>;
  /** search and filters */
  tools: ReactNode;
  query: ComponentProps<typeof QueryError>["query"] & { isPlaceholderData: boolean };
  /** undefined while they load */
  entries: readonly Entry[] | undefined;
  empty: ReactNode;
  children: ReactNode;
}

/** A view of the dashboard that lists entries: corrections, reviews or the activity. */
export function EntriesView<Entry extends { id: number }>(props: EntriesViewProps<Entry>) {
  const { title, headingRef, tools, query, entries, empty, children, ...list } = props;
  const { error, isPlaceholderData } = query;
  const heading = useId();
  const name = title.toLowerCase();
  return (
    <section aria-labelledby={heading} className="stack">
      <div className={styles.head}>
        <h2 id={heading} ref={headingRef} tabIndex={-1} className={styles.heading}>
          {title}
        </h2>
        {tools}
      </div>
      {entries?.length === 0 && !isPlaceholderData && empty}
      {entries && entries.length > 0 && (
        <EntryList {...list} entries={entries} isBusy={isPlaceholderData} />
      )}
      {!entries && !error && (
        <Loading text={`Loading ${name}...`}>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <div key={index} className={styles.row}>
              <Skeleton width="60%" height="1.3em" />
            </div>
          ))}
        </Loading>
      )}
      {error && <QueryError title={`The ${name} could not be loaded.`} query={query} />}
      {children}
    </section>
  );
}

export function MoreButton({ query, label }: { query: UseInfiniteQueryResult; label: string }) {
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = query;
  if (!hasNextPage || error) return null;
  return (
    <Button
      className={styles.more}
      pending={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {isFetchingNextPage ? "Loading..." : label}
    </Button>
  );
}
