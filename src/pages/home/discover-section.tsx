import { Table2 } from "lucide-react";
import { memo, useCallback, useDeferredValue, useMemo, useState } from "react";

import { ExploreSection, TITLE as CHART_TITLE } from "../../features/explore/explore-section.tsx";
import {
  type Catalogue,
  type ServedResults,
  useCatalogue,
  useWholeCatalogue,
} from "../../features/catalogue/use-catalogue.ts";
import { EmptyCatalogue } from "../../features/catalogue/empty-catalogue.tsx";
import { VehicleList, WaitingList } from "../../features/catalogue/vehicle-list.tsx";
import { COMPARISON_CODEC } from "../../features/compare/compare-address.ts";
import { usePageQuery } from "../../ui/use-page-state.tsx";
import { BrandCarousel } from "../../features/filters/brand-carousel.tsx";
import {
  hasFilters,
  parseFilters,
  serializeFilters,
} from "../../features/filters/filter-address.ts";
import { withoutOrder } from "../../features/filters/filter-state.ts";
import { FilterPanel } from "../../features/filters/filter-panel.tsx";
import { figuresInUse } from "../../features/filters/card-figures.ts";
import { withBase } from "../../domain/base-path.ts";
import { findModels, NO_FILTER } from "../../domain/filters/find-models.ts";
import { RESULTS_ID, scrollToList } from "../../ui/scrolling/scroll-to-section.ts";
import { FilterChipRow, LeftOutNotes, MatchCount } from "../../features/filters/match-count.tsx";
import { NoMatches } from "../../features/filters/no-matches.tsx";
import { QuickFilterButton } from "../../features/filters/quick-filter-button.tsx";
import { QuickFilterBanner, QuickFilterPills } from "../../features/filters/quick-filter-pills.tsx";
import { SearchForm } from "../../features/filters/search-form.tsx";
import { ShowcaseSliders } from "../../features/filters/showcase-sliders.tsx";
import { DEFAULT_SORT, type Sort } from "../../domain/filters/sort.ts";
import {
  type FilterResults,
  useFilterField,
  useCatalogueResults,
  useFilterResults,
  useFilters,
} from "../../features/filters/use-filters.tsx";
import { useMedia } from "../../ui/device.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog, lazyPart } from "../../ui/lazy.tsx";
import { useStable } from "../../ui/use-stable.ts";
import { HomeSection, SectionWords } from "../../features/sections/sections.tsx";
import { CopyLinkButton } from "../../ui/copy-link-button.tsx";
import { QueryError, STALE_LIST } from "../../ui/notice.tsx";
import { formatRank, useRankingWeights } from "../../features/ranking/use-ranking-weights.ts";
import { HOME, listPath, marketPath } from "../../domain/routes.ts";
import styles from "./discover-section.module.css";
import { countFacets, NO_FACETS } from "../../domain/filters/facets.ts";
import { memoizeByObject } from "../../domain/memoize.ts";
import { FIRST_CARDS } from "../../features/catalogue/catalogue.queries.ts";
import { PageLinks } from "../../ui/pager.tsx";

export const Explore = lazyPart(async () => ExplorePart, "var(--chart)");

/** The two sections that share the filters. */
export function DiscoverPart() {
  const { isWhole, isFailed, list } = useCatalogue();
  return (
    <div className={styles.parts}>
      <DiscoverSection />
      {isFailed && !isWhole ? (
        <section className={`surface ${styles.failed}`}>
          <h3>{CHART_TITLE}</h3>
          <QueryError isShort title="The chart could not be loaded." query={list} />
        </section>
      ) : (
        <Explore />
      )}
    </div>
  );
}

function ExplorePart() {
  const evs = useWholeCatalogue();
  const { state } = useFilters();
  // Without filters all cars pass, and computing that for each document would cost the server a lot of
  // memory.
  const results = useFilterResults(serializeFilters(state) === "" ? undefined : evs);
  return <ExploreSection evs={evs} results={results} />;
}

/** Below this width a dialog covers the page; the style sheet has the same query. */
const DIALOG_BESIDE_PAGE = "(min-width: 640px)";

const facetsOf = memoizeByObject(countFacets);

/** finding.md#the-list */
function DiscoverSection() {
  const catalogue = useCatalogue();
  const { counts } = catalogue;
  const evs = catalogue.isWhole ? catalogue.evs : undefined;
  const facets = evs ? facetsOf(evs) : (counts?.facets ?? NO_FACETS);
  const results = useCatalogueResults(catalogue);
  const found = results?.found ?? NOTHING_FOUND;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const isSheet = !useMedia(DIALOG_BESIDE_PAGE, true);
  // Deferred, so that the dialog closes before the list is rendered.
  const isCovered = useDeferredValue(isDialogOpen) && isSheet;
  return (
    <HomeSection id="database">
      <SectionWords section="database" title="Discover">
        Set your range and budget to narrow the list.
      </SectionWords>
      <ShowcaseSliders />
      <div className={styles.tools} data-scripted>
        <SearchForm
          variant="page"
          evs={evs}
          className={styles.search}
          comparedIds={usePageQuery().served(COMPARISON_CODEC).value}
        />
        <QuickFilterPills wording="banner" onChoose={scrollToList} />
        <QuickFilterButton
          facets={facets}
          evs={evs}
          open={isDialogOpen}
          onOpenChange={setDialogOpen}
        />
      </div>
      <div className={styles.columns}>
        <FilterPanel facets={facets} evs={evs} />
        <div id={RESULTS_ID} tabIndex={-1} className={styles.results}>
          <QuickFilterBanner />
          <div className={styles.status}>
            <div className={styles.matches}>
              <MatchCount found={found} pending={!results} />
            </div>
            <FilterChipRow />
          </div>
          <Results results={results} catalogue={catalogue} isCovered={isCovered} />
          <ListPages found={counts?.found} />
          <div className={styles.notes}>
            <LeftOutNotes leftOut={found.leftOut} />
            <CopyLinkButton
              size="s"
              variant="quiet"
              path={() => `${HOME}${location.search}#${RESULTS_ID}`}
              copied={{ title: "Link copied", description: "It opens this list." }}
            />
            <TableLink />
            {facets.makes.length > 0 && <MissingCar />}
          </div>
        </div>
      </div>
      {facets.makes.length > 0 && <BrandCarousel makes={facets.makes} />}
    </HomeSection>
  );
}

/** Links to the table with the same cars, one row per trim, in the order of an open own ranking (table.md). */
function TableLink() {
  const { state } = useFilters();
  const { weights } = useRankingWeights();
  const { sort } = weights ? withoutOrder(state) : state;
  const filters = serializeFilters({ ...state, ignored: "", show: null, sort });
  return (
    <Button
      variant="quiet"
      size="s"
      href={marketPath([filters, formatRank(weights)].filter(Boolean).join("&"))}
    >
      <Table2 aria-hidden />
      View as table
    </Button>
  );
}

const NOTHING_FOUND = findModels([], NO_FILTER, DEFAULT_SORT);

/** Until the whole list has loaded, the document's first cards are shown. */
const Results = memo(
  function Results(props: {
    /** null while they are unknown */
    results: FilterResults | null;
    catalogue: Catalogue;
    isCovered: boolean;
  }) {
    const { results, catalogue } = props;
    const { evs, counts, isWhole, list, isFailed } = catalogue;
    const { state, update } = useFilterField("sort");
    const figures = useStable(results ? figuresInUse(results.state) : []);
    const cards = isWhole ? undefined : counts?.found?.cards;
    const matches = useMemo(() => {
      const all = results?.found.matches ?? [];
      return cards ? all.filter(({ ev }) => cards.includes(ev.id)) : all;
    }, [results, cards]);
    const sortBy = useCallback((sort: Sort) => update((now) => ({ ...now, sort })), [update]);
    const isIncomplete = isFailed && !isWhole;
    if (!results && isIncomplete)
      return <QueryError title="The vehicles could not be loaded." query={list} />;
    if (!results) return <WaitingList />;
    if (counts?.totals.models === 0) return <EmptyCatalogue />;
    const { modelCount } = results.found;
    if (modelCount === 0) return <NoMatches evs={evs} isWhole={isWhole} />;
    return (
      <>
        {/* The document's first cards stay; without this message the rest would seem to load for ever. */}
        {isIncomplete && <QueryError isShort title={STALE_LIST} query={list} />}
        <VehicleList
          matches={matches}
          total={modelCount}
          sort={state.sort}
          onSort={sortBy}
          filters={serializeFilters(results.state)}
          figures={figures}
          onRestoreFilters={(kept) => {
            // The address takes precedence over what was saved (finding.md#addresses,
            // finding.md#return-to-the-list).
            if (!hasFilters(location.search)) update(() => parseFilters(kept), { replaces: true });
          }}
        />
      </>
    );
    // Not rendered while a dialog covers it, because each key typed there would wait for it.
  },
  (_, { isCovered }) => isCovered,
);

/** Pages without JavaScript, rendered only on the server: with scripts, noscript is never shown or hydrated. */
function ListPages({ found }: { found: ServedResults | undefined }) {
  return (
    <noscript>
      {import.meta.env.SSR && found && (
        <PageLinks
          label="Pages of the list"
          page={found.page}
          pages={Math.ceil(found.modelCount / FIRST_CARDS)}
          addressOf={(page) => withBase(`${listPath(found.filters, page)}#database`)}
          nextLabel={found.page === 0 ? "See the whole list" : "Next"}
        >
          {found.filters !== "" && <a href={withBase(`${HOME}#database`)}>All models</a>}
        </PageLinks>
      )}
    </noscript>
  );
}

const { Dialog: MissingCarDialog, opener } = lazyDialog(
  async () => (await import("../../features/corrections/missing-car-dialog.tsx")).MissingCarDialog,
);

function MissingCar() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="s" data-scripted {...opener} onClick={() => setOpen(true)}>
        A car is missing
      </Button>
      <MissingCarDialog open={isOpen} onOpenChange={setOpen} />
    </>
  );
}
