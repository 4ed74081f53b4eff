import { ChevronDown } from "lucide-react";
import { memo, type ReactNode, useState } from "react";

import { useMedia } from "../../ui/device.ts";
import fold from "../../ui/fold.module.css";
import { useHydrated } from "../../ui/hydration.ts";
import { Skeleton } from "../../ui/notice.tsx";
import type { Ev } from "../../domain/vehicle.ts";
import type { Facets } from "../../domain/filters/facets.ts";
import type { ActiveFilter } from "./filter-chips.ts";
import { FilterControls } from "./filter-controls.tsx";
import styles from "./filter-panel.module.css";
import sectionStyles from "./filter-sections.module.css";
import {
  type FilterName,
  FILTERS,
  type FilterSection,
  isFlagSection,
  SECTIONS,
} from "../../domain/filters/filters.ts";
import { useActiveFilters, useFilters, useLiveFacets } from "./use-filters.tsx";

/** The panel is next to the list (finding.md#the-list); the style sheet has the same query. */
const PANEL_SCREEN = "(min-width: 1024px)";

export interface FilterData {
  /** of the whole catalogue */
  facets: Facets;
  /** undefined until they arrive */
  evs: readonly Ev[] | undefined;
}

/** To the left of the list from 1024 px on (finding.md#the-list). */
export const FilterPanel = memo(function FilterPanel(props: FilterData) {
  const isHydrated = useHydrated();
  const hasRoom = useMedia(PANEL_SCREEN, false);
  return (
    <section aria-labelledby="filter-panel-title" className={styles.panel} data-scripted>
      <header className={styles.header}>
        <h3 id="filter-panel-title" className={styles.title}>
          Filters
        </h3>
      </header>
      {/* When hidden, it would cost a phone as much as the list, and a document as much as six cards. */}
      {isHydrated && hasRoom ? (
        <PanelFields {...props} />
      ) : (
        <Skeleton className={styles.waiting} height="auto" />
      )}
    </section>
  );
});

/** A separate component, so that a hidden panel counts nothing. */
function PanelFields({ facets, evs }: FilterData) {
  const live = useLiveFacets(facets, evs);
  return (
    // A form with method="dialog" outside a dialog does nothing on submit.
    <form method="dialog" className={styles.sections}>
      <FilterSections sections={SECTIONS} facets={facets} live={live} />
    </form>
  );
}

export function FilterSections(props: {
  sections: readonly FilterSection[];
  /** all start folded, and their controls render when unfolded */
  isFolded?: boolean;
  /** of the whole catalogue */
  facets: Facets;
  /** the same facets with the counts to show */
  live: Facets;
}) {
  const { sections, isFolded = false, facets, live } = props;
  const active = useActiveFilters();
  const isSizeShown = useFilters().state.show === "size";
  return sections.map((section) => {
    const { title, names } = section;
    const controls = <FilterControls section={section} facets={facets} live={live} />;
    // A checkbox needs no heading.
    if (isFlagSection(section))
      return (
        <div key={title} className={sectionStyles.section}>
          {controls}
        </div>
      );
    return (
      <FoldedSection
        key={title}
        // The dialog also has pills for the most common body types.
        title={isFolded && names.includes("bodyType") ? "All body types" : title}
        filters={active.filter(({ filter }) => names.some((name) => name === filter))}
        isOpen={
          (!isFolded && !names.some((name) => name === "make" || isFigure(name))) ||
          (isSizeShown && names.includes("length"))
        }
        isLazy={isFolded}
      >
        {controls}
      </FoldedSection>
    );
  });
}

/** These sections start folded: range and price are above the list and brands below it, the rest is rarely used. */
function isFigure(name: FilterName): boolean {
  const { kind } = FILTERS[name];
  return kind === "slider" || kind === "bounds";
}

/** `AWD, FWD`; for a price with both bounds `$24,000-$65,000`; `3 on` where more would not fit. */
function summaryOf(filters: readonly ActiveFilter[]): string {
  const minPrice = filters.find(({ filter }) => filter === "minPrice");
  const labels = filters.flatMap(({ filter, label }) => {
    if (filter === "minPrice" && filters.some((other) => other.filter === "price")) return [];
    return filter === "price" && minPrice
      ? `${dollarsIn(minPrice.label)}-${dollarsIn(label)}`
      : label;
  });
  return labels.length > 2 ? `${labels.length} on` : labels.join(", ");
}

function dollarsIn(label: string): string {
  return label.replace(/^.*(?=\$)/u, "");
}

/** The heading says what is on, so that folding hides nothing. */
function FoldedSection(props: {
  title: string;
  /** those that are on */
  filters: readonly ActiveFilter[];
  isOpen: boolean;
  /** content renders when first unfolded, because otherwise each key would render hidden content */
  isLazy: boolean;
  children: ReactNode;
}) {
  const { title, filters, isOpen, isLazy, children } = props;
  const [isDrawn, setDrawn] = useState(isOpen || !isLazy);
  return (
    <details className={sectionStyles.section} open={isOpen}>
      <summary className={fold.summary} onClick={() => setDrawn(true)}>
        <span className={sectionStyles.title}>{title}</span>
        {filters.length > 0 && <span className={sectionStyles.on}>{summaryOf(filters)}</span>}
        <ChevronDown aria-hidden className={fold.chevron} />
      </summary>
      <div className={sectionStyles.content}>{(isDrawn || isOpen) && children}</div>
    </details>
  );
}
