import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CircleAlert, WifiOff } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";

import { Button } from "./button.tsx";
import { errorMessage } from "./calls/answers.ts";
import { listen } from "./listen.ts";
import styles from "./notice.module.css";
import skeletonStyles from "./skeleton.module.css";

export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  const { icon, title, text, action } = props;
  return (
    <div className={styles.notice}>
      {icon && (
        <span aria-hidden className={styles.icon}>
          {icon}
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  );
}

/** Above the part of a list that the document has, while the rest cannot be read. */
export const STALE_LIST = "Live data unavailable. Showing the cars from page load.";

interface FailedQuery extends Pick<UseQueryResult, "data" | "error" | "isFetching" | "refetch"> {
  fetchNextPage?: UseInfiniteQueryResult["fetchNextPage"];
}

interface ErrorStateProps {
  /** one line, next to what did load */
  isShort?: boolean;
  title: string;
  text?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}

/** Says why a query failed and retries it, or the next page if there are some already. */
export function QueryError(
  props: Pick<ErrorStateProps, "title" | "isShort"> & { query: FailedQuery },
) {
  const { query, ...words } = props;
  const { data, error, isFetching, refetch, fetchNextPage = refetch } = query;
  return (
    <ErrorState
      {...words}
      text={errorMessage(error)}
      retrying={isFetching}
      onRetry={() => void (data === undefined ? refetch() : fetchNextPage())}
    />
  );
}

export function ErrorState(props: ErrorStateProps) {
  const { isShort, title, text, onRetry, retrying = false } = props;
  if (isShort) {
    return (
      <div role="alert" className="row note">
        {title}
        <Button size="s" onClick={onRetry} pending={retrying}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div role="alert" className={styles.notice}>
      <span aria-hidden className={`${styles.icon} ${styles.bad}`}>
        <CircleAlert />
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {onRetry && (
        <Button onClick={onRetry} pending={retrying}>
          Try again
        </Button>
      )}
    </div>
  );
}

export function OfflineNotice() {
  const online = useSyncExternalStore(
    onNetworkChange,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" aria-live="polite" className={styles.region}>
      {!online && (
        <p className={styles.line}>
          <WifiOff aria-hidden />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  );
}

function onNetworkChange(listener: () => void): () => void {
  return listen(window, "online offline", listener);
}

/** Grey blocks in the shape of what is loading. */
export function Skeleton(props: {
  /** of blocks or lines */
  count?: number;
  width?: string;
  /** of a block; without it each is a line of text */
  height?: string;
  /** arranges the blocks like what is loading */
  className?: string | undefined;
}) {
  const { count = 1, width, height, className } = props;
  return (
    <span aria-hidden className={clsx(skeletonStyles.skeleton, className)}>
      {Array.from({ length: count }, (_, at) => (
        <span
          key={at}
          className={height ? skeletonStyles.block : skeletonStyles.line}
          style={{ width, height }}
        />
      ))}
    </span>
  );
}

/** Text shown above skeletons until the real text has loaded. */
export function LoadingWords({ text }: { text: string }) {
  return (
    <span role="status" data-loading="">
      {text}
    </span>
  );
}

/** A spinner, or skeletons as children. */
export function Loading({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div aria-busy data-loading="">
      <p role="status" className={skeletonStyles.text}>
        {!children && <span aria-hidden className={skeletonStyles.spinner} />}
        {text}
      </p>
      {children}
    </div>
  );
}

/** Hidden until code is missing. `aria-live` keeps it available to screen readers while a dialog is open. */
export function MissingCodeNotice() {
  return (
    <div role="alert" aria-live="assertive" className={clsx(styles.region, styles.missing)}>
      <p className={styles.line}>
        Part of this page did not load.
        {/* An empty address is the page itself: without code only a link can load it again. */}
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid */}
        <a href="">Reload</a>
      </p>
    </div>
  );
}
