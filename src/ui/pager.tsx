import { Fragment, type ReactNode, useRef } from "react";

import { formatCount } from "../domain/format.ts";
import { Button } from "./button.tsx";
import styles from "./pager.module.css";

interface PagerProps {
  label: string;
  /** starts at 1; past the end for a moment if the last page has gone */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** replaces `Page 1 of 3` */
  children?: ReactNode;
}

export function Pager({ label, page, pages, onPage, children }: PagerProps) {
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

/** Page numbers on each side of the current one. */
const NEIGHBOURS = 3;

/** Links to the pages of a list, for visitors without JavaScript. */
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
  const numbers = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= NEIGHBOURS,
  );
  return (
    <nav aria-label={label} className={styles.links}>
      {page > 1 && (
        <a rel="prev" href={addressOf(page - 1)}>
          Previous
        </a>
      )}
      {pages > 1 &&
        numbers.map((one, at) => (
          <Fragment key={one}>
            {one - (numbers[at - 1] ?? 0) > 1 && <span aria-hidden>…</span>}
            <a
              href={addressOf(one)}
              aria-label={`Page ${one} of ${pages}`}
              aria-current={one === page ? "page" : undefined}
            >
              {one}
            </a>
          </Fragment>
        ))}
      {page < pages && (
        <a rel="next" href={addressOf(page + 1)}>
          {nextLabel}
        </a>
      )}
      {children}
    </nav>
  );
}
