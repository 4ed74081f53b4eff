import { ChevronDown } from "lucide-react";
import { memo, type ReactNode, useState } from "react";

import { useMedia } from "../../ui/device.ts";
import fold from "../../ui/fold.module.css";
import { useHydrated } from "../../ui/hydrated.ts";
import { Skeleton } from "../../ui/notice.tsx";
import type { Ev } from "../../vehicle/vehicle.ts";
import {
  BodyTypeFilter,
  BrandFilter,
  ChoicePills,
  NewestFilter,
  SeatPills,
  TaxCreditFilter,
} from "./choice-filters.tsx";
import type { Facets } from "./facets.ts";
import type { ActiveFilter } from "./filter-chips.ts";
import styles from "./filter-panel.module.css";
import sectionStyles from "./filter-sections.module.css";
import { FILTER_NAMES, type FilterName, FILTERS, MEASURES, record } from "./filters.ts";
import { PANEL_SCREEN } from "./limits.ts";
import { ResetAll } from "./match-count.tsx";
import { LimitSlider, MeasureSlider, PriceFilter, RangeFilter } from "./slider-filters.tsx";
import { useActiveFilters, useLiveFacets } from "./use-filters.tsx";

export interface FilterData {
  /** of the whole catalogue */
  facets: Facets;
  /** undefined until they arrive */
  evs: readonly Ev[] | undefined;
}

/** At the left of the list, from 1024 px on (readings 5). */
export const FilterPanel = memo(function FilterPanel(props: FilterData) {
  const isHydrated = useHydrated();
  const hasRoom = useMedia(PANEL_SCREEN, false);
  const active = useActiveFilters();
  return (
    <section aria-labelledby="filter-panel-title" className={styles.panel} data-scripted>
      <header className={styles.header}>
        <h3 id="filter-panel-title" className={styles.title}>
          Filters
        </h3>
        {active.length > 0 && <ResetAll />}
      </header>
      {/* Hidden it would cost a phone as much as the list, and in a document as much as six cards. */}
      {isHydrated && hasRoom ? (
        <PanelFields {...props} />
      ) : (
        <Skeleton className={styles.waiting} height="auto" />
      )}
    </section>
  );
});

/** On its own, so that what is on renders nothing in it. */
const PanelFields = memo(function PanelFields({ facets, evs }: FilterData) {
  const live = useLiveFacets(facets, evs);
  return (
    // Outside a dialog such a form sends nothing.
    <form method="dialog" className={styles.sections}>
      <NewestFilter />
      <FilterSections names={SECTIONS} facets={facets} live={live} />
    </form>
  );
});

/** These stand in the section of another filter, or have none. */
const JOINED = ["minPrice", "minSeats", "port", "newest"] as const satisfies FilterName[];
type SectionName = Exclude<FilterName, (typeof JOINED)[number]>;

export const SECTIONS = FILTER_NAMES.filter(
  (name): name is SectionName => !JOINED.some((joined) => joined === name),
);

interface FilterSectionsProps {
  names: readonly SectionName[];
  /** all are folded at first, and controls come when unfolded */
  folded?: boolean;
  /** of the whole catalogue */
  facets: Facets;
  /** the same with the numbers to show */
  live: Facets;
}

/** At first in any case: range and price stand above the list, the rest is seldom used. */
const FOLDED: readonly FilterName[] = ["range", "price", "maxConsumption", ...MEASURES];

export function FilterSections({ names, folded = false, facets, live }: FilterSectionsProps) {
  const active = useActiveFilters();
  const isOn = (name: FilterName) => active.some(({ filter }) => filter === name);
  const hasPorts = facets.port.some(({ count }) => count > 0) || isOn("port");
  const controls: Readonly<Record<SectionName, ReactNode>> = {
    range: <RangeFilter />,
    price: <PriceFilter />,
    make: <BrandFilter makes={facets.makes} live={live.makes} />,
    bodyType: <BodyTypeFilter bodyTypes={live.bodyTypes} />,
    seating: (
      <>
        <ChoicePills name="seating" facets={live.seating} />
        <SeatPills />
      </>
    ),
    drive: <ChoicePills name="drive" facets={live.drive} />,
    maxCharging: (
      <>
        <LimitSlider name="maxCharging" />
        {hasPorts && <ChoicePills name="port" facets={live.port} />}
      </>
    ),
    maxConsumption: <LimitSlider name="maxConsumption" />,
    ...record(MEASURES, (name) => <MeasureSlider name={name} />),
    taxCredit: <TaxCreditFilter count={live.taxCredit} />,
  };
  const joined: Partial<Record<SectionName, FilterName>> = {
    price: "minPrice",
    seating: "minSeats",
    maxCharging: "port",
  };
  return names.map((name) => (
    <FilterSection
      key={name}
      // The dialog also has pills for the usual body types.
      title={folded && name === "bodyType" ? "All body types" : FILTERS[name].title}
      on={active.filter(({ filter }) => filter === name || filter === joined[name])}
      open={!folded && !FOLDED.includes(name)}
      lazy={folded}
    >
      {controls[name]}
    </FilterSection>
  ));
}

interface FilterSectionProps {
  title: string;
  on: readonly ActiveFilter[];
  /** at first */
  open: boolean;
  /** content comes with the first unfolding: each key would render what nobody sees */
  lazy: boolean;
  children: ReactNode;
}

/** Its heading says what is on, so that folding hides nothing. */
function FilterSection({ title, on, open, lazy, children }: FilterSectionProps) {
  const [isDrawn, setDrawn] = useState(open || !lazy);
  const [first] = on;
  return (
    <details className={sectionStyles.section} open={open}>
      <summary className={fold.summary} onClick={() => setDrawn(true)}>
        <span className={sectionStyles.title}>{title}</span>
        {first && (
          <span className={sectionStyles.on}>
            {on.length === 1 ? first.label.replace(/^[^:“]*: /u, "") : `${on.length} on`}
          </span>
        )}
        <ChevronDown aria-hidden className={fold.chevron} />
      </summary>
      <div className={sectionStyles.content}>{isDrawn && children}</div>
    </details>
  );
}
