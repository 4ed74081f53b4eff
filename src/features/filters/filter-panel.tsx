import { ChevronDown } from "lucide-react";
import { memo, type ReactNode, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { useMedia } from "../../ui/device.ts";
import { RangeSlider, Slider } from "../../ui/slider.tsx";
import { formatPrice } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { BodyTypeFilter, BrandFilter, ChoicePills, TaxCreditFilter } from "./choice-filters.tsx";
import type { Facets } from "./facets.ts";
import type { ActiveFilter } from "./filter-chips.ts";
import styles from "./filter-panel.module.css";
import sectionStyles from "./filter-sections.module.css";
import { resetFilters, setMeasure, setPanelRange, setPriceCeiling } from "./filter-state.ts";
import { type SliderView, panelView, priceCeiling } from "./filter-views.ts";
import {
  CHOICES,
  FILTER_NAMES,
  type FilterName,
  FILTERS,
  type MeasureName,
  MEASURES,
  record,
} from "./filters.ts";
import { type Pair, PANEL_SCREEN } from "./limits.ts";
import { focusMatchCount } from "./match-count.tsx";
import sliderStyles from "./slider-filters.module.css";
import { useActiveFilters, useFilterField, useFilters, useLiveFacets } from "./use-filters.tsx";

export interface FilterData {
  /** of the whole catalogue */
  facets: Facets;
  /** undefined until they arrive */
  evs: readonly Ev[] | undefined;
}

/** At the left of the list, from 1024 px on (readings 5). */
export const FilterPanel = memo(function FilterPanel(props: FilterData) {
  const hasRoom = useMedia(PANEL_SCREEN, true);
  return (
    <section aria-labelledby="filter-panel-title" className={styles.panel} data-scripted>
      {/* A hidden panel costs a phone as much as the list; the served one stays at first. */}
      {(hasRoom || props.evs === undefined) && <PanelContent {...props} />}
    </section>
  );
});

/** On its own, so that the window's width, which hydration tells, renders nothing in it. */
const PanelContent = memo(function PanelContent({ facets, evs }: FilterData) {
  const { update } = useFilters();
  const active = useActiveFilters();
  const live = useLiveFacets(facets, evs);
  return (
    <>
      <header className={styles.header}>
        <h3 id="filter-panel-title" className={styles.title}>
          Filters
        </h3>
        {active.length > 0 && (
          <Button
            variant="quiet"
            size="s"
            onClick={() => {
              update(resetFilters);
              focusMatchCount();
            }}
          >
            Reset all
          </Button>
        )}
      </header>
      <div className={styles.sections}>
        <FilterSections names={FILTER_NAMES} facets={facets} live={live} />
      </div>
    </>
  );
});

interface FilterSectionsProps {
  names: readonly FilterName[];
  /** all are folded at first, and controls come when unfolded */
  folded?: boolean;
  /** of the whole catalogue */
  facets: Facets;
  /** the same with the numbers to show */
  live: Facets;
}

/** Folded at first in any case. */
const SELDOM_USED: readonly FilterName[] = MEASURES;

export function FilterSections({ names, folded = false, facets, live }: FilterSectionsProps) {
  const active = useActiveFilters();
  const controls: Readonly<Record<FilterName, ReactNode>> = {
    range: <RangeFilter />,
    price: <PriceFilter />,
    make: <BrandFilter makes={facets.makes} live={live.makes} />,
    bodyType: <BodyTypeFilter bodyTypes={live.bodyTypes} />,
    ...record(CHOICES, (name) => <ChoicePills name={name} facets={live[name]} />),
    ...record(MEASURES, (name) => <MeasureSlider name={name} />),
    taxCredit: <TaxCreditFilter count={live.taxCredit} />,
  };
  const isOffered = (name: FilterName) => {
    const choice = CHOICES.find((each) => each === name);
    if (choice === undefined || !FILTERS[choice].onlyWhereKnown) return true;
    const isKnown = facets[choice].some(({ count }) => count > 0);
    return isKnown || active.some(({ filter }) => filter === name);
  };
  return names.filter(isOffered).map((name) => (
    <FilterSection
      key={name}
      // The dialog also has pills for the usual body types.
      title={folded && name === "bodyType" ? "All body types" : FILTERS[name].title}
      on={active.filter(({ filter }) => filter === name)}
      open={!folded && !SELDOM_USED.includes(name)}
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
      <summary className={sectionStyles.summary} onClick={() => setDrawn(true)}>
        <span className={sectionStyles.title}>{title}</span>
        {first && (
          <span className={sectionStyles.on}>
            {on.length === 1 ? first.label.replace(/^[^:“]*: /u, "") : `${on.length} on`}
          </span>
        )}
        <ChevronDown aria-hidden className={sectionStyles.chevron} />
      </summary>
      <div className={sectionStyles.content}>{isDrawn && children}</div>
    </details>
  );
}

/** 140-550 miles (§5, readings 5) */
const RangeFilter = memo(function RangeFilter() {
  const { state, update } = useFilterField("range", "rangeTouched");
  const { formatRange } = useDistance();
  const view = panelView(state).range;
  return (
    <PairFilter
      view={view}
      labels={["Minimum range", "Maximum range"]}
      format={formatRange}
      onChange={(moved) => update((now) => setPanelRange(now, moved, view.value))}
    />
  );
});

/** $30,000-$500,000 in steps of $5,000 (§9) */
const PriceFilter = memo(function PriceFilter() {
  const { state, update } = useFilterField("price", "priceTouched");
  const { bounds, value, touched } = panelView(state).price;
  const ceiling = priceCeiling(state);
  const reading = ceiling === null ? "Any price" : `Up to ${formatPrice(ceiling)}`;
  return (
    <>
      <p className={sliderStyles.reading} data-quiet={ceiling === null}>
        {reading}
      </p>
      <Slider
        label="Maximum price"
        min={bounds.min}
        max={bounds.max}
        step={bounds.step}
        value={value}
        quiet={!touched}
        formatValue={(dollars) =>
          touched ? reading : `${formatPrice(dollars)}, not filtering yet`
        }
        onChange={(dollars) => update((now) => setPriceCeiling(now, dollars))}
      />
    </>
  );
});

/** §9 */
const MeasureSlider = memo(function MeasureSlider({ name }: { name: MeasureName }) {
  const { state, update } = useFilterField(name);
  const distance = useDistance();
  const { thumbs, format } = FILTERS[name];
  return (
    <PairFilter
      view={panelView(state)[name]}
      labels={thumbs}
      format={(value) => format(value, distance)}
      onChange={(moved) => update((now) => setMeasure(now, name, moved))}
    />
  );
});

interface PairFilterProps {
  view: SliderView<Pair>;
  labels: readonly [string, string];
  format: (value: number) => string;
  onChange: (moved: Pair) => void;
}

function PairFilter({ view, labels, format, onChange }: PairFilterProps) {
  const { bounds, value, exact, touched } = view;
  return (
    <>
      <p className={sliderStyles.reading} data-quiet={!touched}>
        <span>{format(exact[0])}</span>
        <span>{format(exact[1])}</span>
      </p>
      <RangeSlider
        labels={labels}
        min={bounds.min}
        max={bounds.max}
        step={bounds.step}
        minGap={bounds.minGap}
        value={value}
        quiet={!touched}
        formatValue={(shown) => format(exact[value.indexOf(shown)] ?? shown)}
        onChange={onChange}
      />
    </>
  );
}
