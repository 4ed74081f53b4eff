import type { UseQueryResult } from "@tanstack/react-query";
import { Car } from "lucide-react";
import { useCallback, useRef } from "react";

import { useHydrated } from "../../ui/hydrated.ts";
import { messageOf } from "../../api/answers.ts";
import type { RenderTrimActions } from "../../features/catalogue/vehicle-card.tsx";
import { VehicleList } from "../../features/catalogue/vehicle-list.tsx";
import { CompareButton } from "../../features/compare/compare-button.tsx";
import { BrandCarousel } from "../../features/filters/brand-carousel.tsx";
import { hasFilters, parseFilters } from "../../features/filters/filter-address.ts";
import { FilterChipRow } from "../../features/filters/filter-chip-row.tsx";
import { FilterPanel } from "../../features/filters/filter-panel.tsx";
import { LeftOut, MatchCount } from "../../features/filters/match-count.tsx";
import { NoMatches } from "../../features/filters/no-matches.tsx";
import { QuickFilterButton } from "../../features/filters/quick-filter-button.tsx";
import { QuickFilterBanner, QuickFilterPills } from "../../features/filters/quick-filter-pills.tsx";
import { scrollToList } from "../../features/filters/scroll-to-list.ts";
import { SearchBox } from "../../features/filters/search-box.tsx";
import { ShowcaseSliders } from "../../features/filters/showcase-sliders.tsx";
import type { Sort } from "../../features/filters/sort.ts";
import { useFilters } from "../../features/filters/use-filters.tsx";
import { HomeSection, SectionWords } from "../../features/sections/home-section.tsx";
import { EmptyState, ErrorState } from "../../ui/notice.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import type { Ev } from "../../vehicle/vehicle.ts";
import styles from "./discover-section.module.css";
import { ListPages } from "./list-pages.tsx";
import { type Discovery, useDiscovery } from "./use-discover.ts";
import { useHomeData } from "./home-data.ts";

/** At module level, so that no card renders again for it. */
const renderCompare: RenderTrimActions = (ev, trim, { compact, onDone }) => (
  <CompareButton ev={ev} trim={trim} compact={compact} onChosen={onDone} />
);

/** Discover (§2 EV table): find a car by range, price and everything else. */
export function DiscoverSection() {
  const { start, evs, totals, facets, list } = useHomeData();
  const discovery = useDiscovery(start, evs);
  const { found, modelCount } = discovery;
  const results = useRef<HTMLDivElement>(null);
  const showList = useCallback(() => scrollToList(results), []);
  return (
    <HomeSection id="database">
      <SectionWords of="database" title="Discover">
        Set your range and budget to narrow the list.
      </SectionWords>
      <ShowcaseSliders />
      <div className={styles.tools} data-scripted>
        <SearchBox place="page" />
        <QuickFilterPills wording="banner" onChoose={showList} />
        <QuickFilterButton
          facets={facets}
          evs={evs}
          modelsAtFirst={start?.modelCount ?? 0}
          onShowList={showList}
        />
      </div>
      <div className={styles.columns}>
        <FilterPanel facets={facets} evs={evs} />
        <div ref={results} className={styles.results}>
          <QuickFilterBanner />
          <div className={styles.status}>
            <div className={styles.matches}>
              {!discovery.pending && <MatchCount models={modelCount} trims={found.trimCount} />}
            </div>
            <FilterChipRow />
          </div>
          <Results discovery={discovery} isEmpty={totals?.models === 0} evs={evs} list={list} />
          <ListPages start={start} />
        </div>
      </div>
      <div className={styles.notes}>
        <LeftOut leftOut={found.leftOut} />
      </div>
      {facets.makes.length > 0 && <BrandCarousel makes={facets.makes} onChoose={showList} />}
    </HomeSection>
  );
}

interface ResultsProps {
  discovery: Discovery;
  /** there is no vehicle at all, which the document knows before the list is there */
  isEmpty: boolean;
  evs: Ev[] | undefined;
  list: UseQueryResult<Ev[]>;
}

/** The list, or why there is none. */
function Results({ discovery, isEmpty, evs, list }: ResultsProps) {
  const { state, update, reapply } = useFilters();
  const { found, modelCount, filters, bySeats, pending } = discovery;
  const sortBy = useCallback((sort: Sort) => update((now) => ({ ...now, sort })), [update]);
  const hydrated = useHydrated();
  const failure = hydrated && !evs && list.error && (
    <ErrorState
      title="The vehicles could not be loaded."
      text={messageOf(list.error)}
      retrying={list.isFetching}
      onRetry={() => void list.refetch()}
    />
  );
  if (pending && failure) return failure;
  if (pending) {
    return (
      <Loading text="Loading EVs...">
        <Skeleton height="60vh" />
      </Loading>
    );
  }
  if (isEmpty) {
    return (
      <EmptyState
        icon={<Car />}
        title="No vehicles in the catalogue yet"
        text="They appear here as soon as an administrator adds them."
      />
    );
  }
  if (modelCount === 0) return <NoMatches evs={evs ?? []} />;
  return (
    <>
      {/* The document's first cards stay; without this the rest would wait for ever. */}
      {failure}
      <VehicleList
        matches={found.matches}
        total={modelCount}
        sort={state.sort}
        onSort={sortBy}
        filterState={filters}
        showSeats={bySeats}
        renderActions={renderCompare}
        onRestoreFilters={(kept) => {
          // The address wins over what was kept (readings 5).
          if (typeof kept !== "string" || hasFilters(location.search)) return;
          reapply(parseFilters(kept));
        }}
      />
    </>
  );
}
