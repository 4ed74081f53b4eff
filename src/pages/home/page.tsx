import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect, useState } from "react";

import { evsQuery } from "../../features/catalogue/catalogue.queries.ts";
import { type CatalogueCounts, useCatalogue } from "../../features/catalogue/use-catalogue.ts";
import { ComparisonAddress } from "../../features/compare/comparison.ts";
import { CompareTray } from "../../features/compare/compare-tray.tsx";
import { RecentlyViewed } from "../../features/recently-viewed/recently-viewed-strip.tsx";
import {
  useRecentlyViewed,
  VIEWED_MODELS,
} from "../../features/recently-viewed/recently-viewed.ts";
import { SAVED_CARS } from "../../features/saved/saved.ts";
import { SavedStrip } from "../../features/saved/saved-strip.tsx";
import { SectionIndicator } from "../../features/sections/section-indicator.tsx";
import { HOME } from "../../domain/routes.ts";
import { countOf } from "../../domain/format.ts";
import { useHydrated, whenPageIdle } from "../../ui/hydration.ts";
import { readStored } from "../../ui/storage.ts";
import type { PageModule } from "../page.ts";
import { PageHead, SITE_NAME } from "../site.tsx";
import { Compare, Discover, loadHome, loadSections, Ranking, Savings, Search } from "./loader.ts";
import styles from "./page.module.css";

export function HomePage() {
  // Its parts read the list once the page is idle.
  const { evs, counts, isWhole } = useCatalogue({ reads: false });
  const totals = counts?.totals;
  const client = useQueryClient();
  useEffect(() => {
    // If the first part that hydrates started this read, React would render its neighbours again at once.
    void whenPageIdle().then(() => client.prefetchQuery(evsQuery));
  }, [client]);
  return (
    <div className={styles.page}>
      <HomeHead totals={totals} />
      <ComparisonAddress evs={isWhole ? evs : undefined} />
      <header className={styles.intro}>
        <h1 className={styles.title}>Electric cars, side by side</h1>
        <p className={styles.lead}>
          Compare{" "}
          {totals && totals.trims > 0 ? (
            <>
              <strong>{countOf(totals.models, "model")}</strong> and{" "}
              <strong>{countOf(totals.trims, "trim")}</strong>
            </>
          ) : (
            "them"
          )}{" "}
          by range, price and charging.
          {/* Reserves room for the figures, so that nothing below moves when they arrive. */}
          {!totals && (
            <strong className={styles.room} aria-hidden>
              {" "}
              models and 299 trims
            </strong>
          )}
        </p>
        <Search />
      </header>
      <HomeStrips />
      <SectionIndicator />
      <div className={styles.tray}>
        <CompareTray evs={evs} variant="here" />
      </div>
      <Ranking />
      <Discover />
      <Compare />
      <Savings />
    </div>
  );
}

const hasCars = () => ({
  saved: readStored(SAVED_CARS).length > 0,
  viewed: readStored(VIEWED_MODELS).length > 0,
});

/** The first script reserves the strips' height, so one that was empty on arrival appears on the next visit. */
function HomeStrips() {
  const isHydrated = useHydrated();
  const [shown] = useState(hasCars);
  const hasViewed = useRecentlyViewed().length > 0 && shown.viewed;
  if (isHydrated && !shown.saved && !hasViewed) return null;
  return (
    <div className={clsx(styles.strips, !isHydrated && styles.waiting)}>
      {(!isHydrated || shown.saved) && (
        <div className={styles.saved}>{isHydrated && <SavedStrip />}</div>
      )}
      {(!isHydrated || hasViewed) && (
        <div className={styles.viewed}>{isHydrated && <RecentlyViewed />}</div>
      )}
    </div>
  );
}

function HomeHead({ totals }: { totals: CatalogueCounts["totals"] | undefined }) {
  const title = `${SITE_NAME}: compare electric cars by range, price and charging`;
  const figures = totals
    ? `${countOf(totals.models, "model")} and ${countOf(totals.trims, "trim")} of electric cars`
    : "electric cars";
  const description = `Browse, filter and compare ${figures} by range, price, 0-60 and charging time.`;
  return <PageHead title={title} description={description} path={HOME} />;
}

export const page: PageModule = { Component: HomePage, load: loadHome, loadSections };
