import { Fragment } from "react";

import { withBase } from "../../domain/base-path.ts";
import { HOME, listPath } from "../../domain/routes.ts";
import { FIRST_CARDS } from "../../features/catalogue/limits.ts";
import styles from "./discover-section.module.css";
import type { HomeStart } from "./home.queries.ts";

/** Page numbers on each side of the current one. */
const NEIGHBOURS = 3;

/**
 * Pages through the rest of the list without JavaScript. Rendered only on the server, because a browser with
 * scripts neither shows nor hydrates noscript.
 */
export function ListPages({ start }: { start: HomeStart | undefined }) {
  return <noscript>{import.meta.env.SSR && start && <Pages {...start} />}</noscript>;
}

function Pages({ filters, page, modelCount }: HomeStart) {
  const last = Math.ceil(modelCount / FIRST_CARDS);
  const numbers = Array.from({ length: last }, (_, at) => at + 1).filter(
    (one) => one === 1 || one === last || Math.abs(one - page) <= NEIGHBOURS,
  );
  const addressOf = (one: number) => withBase(`${listPath(filters, one)}#database`);
  return (
    <nav aria-label="Pages of the list" className={styles.pages}>
      {page > 1 && (
        <a rel="prev" href={addressOf(page - 1)}>
          Previous
        </a>
      )}
      {last > 1 &&
        numbers.map((one, at) => (
          <Fragment key={one}>
            {one - (numbers[at - 1] ?? 0) > 1 && <span aria-hidden>…</span>}
            <a
              href={addressOf(one)}
              aria-label={`Page ${one} of ${last}`}
              aria-current={one === page ? "page" : undefined}
            >
              {one}
            </a>
          </Fragment>
        ))}
      {page < last && (
        <a rel="next" href={addressOf(page + 1)}>
          {page === 0 ? "See the whole list" : "Next"}
        </a>
      )}
      {filters !== "" && <a href={withBase(`${HOME}#database`)}>All models</a>}
    </nav>
  );
}
