import { anyEvsQuery } from "../../features/catalogue/catalogue.queries.ts";
import { useCatalogue } from "../../features/catalogue/use-catalogue.ts";
import { CompareTray } from "../../features/compare/compare-tray.tsx";
import { TABLE } from "../../domain/routes.ts";
import { QueryError, STALE_LIST } from "../../ui/notice.tsx";
import { lazyPart } from "../../ui/lazy.tsx";
import type { PageModule } from "../page.ts";
import { PageHead, pageTitle } from "../site.tsx";
import styles from "./page.module.css";

/** Its served rows stay until the list has loaded. */
const Table = lazyPart(
  async () => (await import("./table-part.tsx")).TablePart,
  "60vh",
  "Loading EVs...",
);

const TITLE = "Every trim in one table";
const DESCRIPTION =
  "All electric cars side by side: sort and filter every trim by price, range, charging, size and any other figure.";

export function TablePage() {
  const { evs, isWhole, list, isFailed } = useCatalogue();
  const isIncomplete = isFailed && !isWhole;
  const hasRows = isIncomplete && hasServedRows();
  return (
    <div className={styles.page}>
      <PageHead title={pageTitle(TITLE)} description={DESCRIPTION} path={TABLE} />
      <header className={`words-on-wide ${styles.intro}`}>
        <h1 className={styles.title}>{TITLE}</h1>
        <p className="quiet" data-scripted>
          Sort and filter by any figure, and choose the columns you need.
        </p>
      </header>
      {/* Served rows stay; without them there is nothing else to show. */}
      {isIncomplete && (
        <QueryError
          isShort={hasRows}
          title={hasRows ? STALE_LIST : "The vehicles could not be loaded."}
          query={list}
        />
      )}
      <div hidden={isIncomplete && !hasRows} data-served={isIncomplete || undefined}>
        <Table />
      </div>
      <CompareTray evs={evs} variant="bottom" />
    </div>
  );
}

function hasServedRows(): boolean {
  return document.querySelector("#main tbody") !== null;
}

export const page: PageModule = {
  Component: TablePage,
  load: ({ client }) => Promise.all([client.query(anyEvsQuery), Table.preload()]),
};
