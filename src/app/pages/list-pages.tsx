import { FIRST_CARDS } from "../../features/catalogue/limits.ts";
import { HOME, listPath } from "../../routes.ts";
import styles from "./discover-section.module.css";
import { type HomeStart } from "./home-data.ts";

/** So many numbers stand on each side of the part that is shown. */
const NEIGHBOURS = 3;

/**
 * The way to the rest of the list for whoever has no JavaScript. Only the server writes it: with
 * scripts a browser neither shows nor hydrates what stands in a noscript.
 */
export function ListPages({ start }: { start: HomeStart | undefined }) {
  return <noscript>{import.meta.env.SSR && start && <Pages {...start} />}</noscript>;
}

function Pages({ filters, page, modelCount }: HomeStart) {
  const last = Math.ceil(modelCount / FIRST_CARDS);
  const numbers = Array.from({ length: last }, (_, at) => at + 1).filter(
    (one) => one === 1 || one === last || Math.abs(one - page) <= NEIGHBOURS,
  );
  const addressOf = (one: number) => `${listPath(filters, one)}#database`;
  return (
    <nav aria-label="Pages of the list" className={styles.pages}>
      {page > 1 && <a href={addressOf(page - 1)}>Previous</a>}
      {last > 1 &&
        numbers.map((one) => (
          <a
            key={one}
            href={addressOf(one)}
            aria-label={`Page ${one} of ${last}`}
            aria-current={one === page ? "page" : undefined}
          >
            {one}
          </a>
        ))}
      {page < last && <a href={addressOf(page + 1)}>Next</a>}
      {filters !== "" && <a href={`${HOME}#database`}>All models</a>}
    </nav>
  );
}
