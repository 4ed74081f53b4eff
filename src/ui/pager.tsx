import { type ReactNode, useRef } from "react";

import { formatCount } from "../domain/format.ts";
import { Button } from "./button.tsx";
import styles from "./pager.module.css";

export function Pager(props: {
  label: string;
  /** starts at 1; past the end for a moment if the last page has gone */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** replaces `Page 1 of 3` */
  children?: ReactNode;
}) {
  const { label, page, pages, onPage, children } = props;
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const turnTo = (target: number) => {
    onPage(target);
    // On the first and last page the pressed button is disabled, so focus the other one.
    if (target <= 1) next.current?.focus();
    if (target >= pages) previous.current?.focus();
  };
  return (
    <nav aria-label={label} className={styles.pager}>
      <Button size="s" ref={previous} disabled={page <= 1} onClick={() => turnTo(page - 1)}>
        Previous
      </Button>
      <p aria-live="polite" className={styles.page}>
        {children ?? `Page ${formatCount(Math.min(page, pages))} of ${formatCount(pages)}`}
      </p>
      <Button size="s" ref={next} disabled={page >= pages} onClick={() => turnTo(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

/** Links to the neighbouring pages of a list, for visitors without JavaScript. */
export function PageLinks(props: {
  label: string;
  /** starts at 1; 0 if the document shows no page of the list yet */
  page: number;
  pages: number;
  addressOf: (page: number) => string;
  nextLabel?: string;
  children?: ReactNode;
}) {
  const { label, page, pages, addressOf, nextLabel = "Next", children } = props;
  return (
    <nav aria-label={label} className={styles.links}>
      {page > 1 && (
        <a rel="prev" href={addressOf(page - 1)}>
          Previous
        </a>
      )}
      {page > 0 && pages > 1 && `Page ${page} of ${pages}`}
      {page < pages && (
        <a rel="next" href={addressOf(page + 1)}>
          {nextLabel}
        </a>
      )}
      {children}
    </nav>
  );
}
