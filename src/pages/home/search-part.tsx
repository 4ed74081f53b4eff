import { useCatalogue } from "../../features/catalogue/use-catalogue.ts";
import { onPlainClick } from "../../ui/plain-click.ts";
import { ArrowRight } from "lucide-react";
import { useEffect } from "react";

import { serializeFilters } from "../../features/filters/filter-address.ts";
import { DEFAULT_FILTERS, resetFilters } from "../../features/filters/filter-state.ts";
import { COMPARISON_CODEC } from "../../features/compare/compare-address.ts";
import { usePageQuery } from "../../ui/use-page-state.tsx";
import { useFilterStorage } from "../../features/filters/filter-storage.ts";
import { focusMatchCount } from "../../features/filters/match-count.tsx";
import { scrollToList } from "../../ui/scrolling/scroll-to-section.ts";
import { SearchForm } from "../../features/filters/search-form.tsx";
import {
  useActiveFilters,
  useCatalogueResults,
  useFilters,
} from "../../features/filters/use-filters.tsx";
import { COMPARE, HOME, SEARCH_ID } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { PillLink } from "../../ui/pill.tsx";
import { countOf } from "../../domain/format.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { FirstCars } from "./first-cars.tsx";
import styles from "./page.module.css";

/** Each sets one filter (finding.md#first-screen); kilometers are as round as miles. */
function popularSearches({ unit, rangeFigure }: DistanceFormats) {
  const miles = unit === "km" ? 298 : 300;
  return [
    { name: "price", value: 35_000, label: "Under $35k" },
    { name: "range", value: { min: miles, max: null }, label: `${rangeFigure(miles)}+ ${unit}` },
    { name: "minSeats", value: 7, label: "7 seats" },
  ] as const;
}

/** The first screen's search, which is Discover's own, and three suggestions (finding.md#first-screen). */
export function SearchPart() {
  // Stores all filters; it is here because this part stands at the top and hydrates first.
  useFilterStorage();
  const catalogue = useCatalogue();
  const { state, update } = useFilters();
  const searches = popularSearches(useDistance()).map((search) => ({
    ...search,
    isOn: JSON.stringify(state[search.name]) === JSON.stringify(search.value),
  }));
  const models = useCatalogueResults(catalogue)?.found.modelCount;
  // Plain words find nothing until they have become filters.
  const nothingFound = models === 0 && state.search === "" ? "No matches" : "Search";
  const isIgnored = state.ignored !== "" && serializeFilters({ ...state, ignored: "" }) === "";
  useEffect(() => {
    if (location.hash !== `#${SEARCH_ID}`) return;
    // Visitors who come from another page's bar want to type. Wait, because on arrival the page takes the
    // focus first.
    const timer = setTimeout(() => document.getElementById(SEARCH_ID)?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <FirstCars />
      <SearchForm
        variant="first"
        evs={catalogue.isWhole ? catalogue.evs : undefined}
        aria-label="All cars"
        className={styles.search}
        comparedIds={usePageQuery().served(COMPARISON_CODEC).value}
        onSearch={showList}
      >
        <Button type="submit" variant="primary" className={styles.go} data-plain>
          <span className="words-on-wide">
            {models && !isIgnored ? `Show ${countOf(models, "model")}` : nothingFound}
          </span>
          <ArrowRight aria-hidden />
        </Button>
      </SearchForm>
      <div className={styles.links}>
        <div role="group" aria-label="Popular searches" className="row">
          {searches.map(({ name, value, label, isOn }) => {
            const query = serializeFilters({ ...DEFAULT_FILTERS, [name]: value });
            return (
              <PillLink
                key={name}
                href={`${HOME}?${query}#database`}
                aria-current={isOn ? "true" : undefined}
                onClick={onPlainClick(() => {
                  update((now) => ({ ...now, [name]: isOn ? null : value }));
                  if (!isOn) showList();
                })}
              >
                {label}
              </PillLink>
            );
          })}
        </div>
        <Button variant="quiet" href={COMPARE} className={styles.toCompare}>
          Compare up to three
        </Button>
        <FiltersOn />
      </div>
    </>
  );
}

/** The number of filters that a link, a pill or an earlier visit has set (finding.md#first-screen). */
function FiltersOn() {
  const { state, update } = useFilters();
  // The box above shows the search.
  const active = useActiveFilters().filter(({ filter }) => filter !== "search");
  const count = active.length + (state.quick === null ? 0 : 1);
  if (count === 0) return null;
  return (
    <div className={`line note ${styles.filtersOn}`}>
      <span>{countOf(count, "filter")}</span>
      <Button
        variant="quiet"
        size="s"
        aria-label="Clear all filters"
        onClick={({ currentTarget }) => {
          // This button disappears, so move the focus to the link before it.
          const link = currentTarget.parentElement?.previousElementSibling;
          if (link instanceof HTMLElement) link.focus();
          update(resetFilters);
        }}
      >
        Clear
      </Button>
    </div>
  );
}

function showList(): void {
  scrollToList();
  focusMatchCount();
}
