import { memo } from "react";

import { RangeSlider, Slider } from "../../ui/slider.tsx";
import { formatPrice } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { setLimit, setMeasure, setPanelRange, setPriceCeiling } from "./filter-state.ts";
import { type SliderView, panelView, priceCeiling } from "./filter-views.ts";
import { FILTERS, type MeasureName } from "./filters.ts";
import type { Pair } from "./limits.ts";
import styles from "./slider-filters.module.css";
import { useFilterField } from "./use-filters.tsx";

/** 140-550 miles (§5, readings 5) */
export const RangeFilter = memo(function RangeFilter() {
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
export const PriceFilter = memo(function PriceFilter() {
  const { state, update } = useFilterField("price", "priceTouched");
  const { bounds, value, touched } = panelView(state).price;
  const ceiling = priceCeiling(state);
  const reading = ceiling === null ? "Any price" : `Up to ${formatPrice(ceiling)}`;
  return (
    <>
      <p className={styles.reading} data-quiet={ceiling === null}>
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
export const MeasureSlider = memo(function MeasureSlider({ name }: { name: MeasureName }) {
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

/** Beyond 2. At its end the slider asks for nothing. */
export const LimitSlider = memo(function LimitSlider({ name }: { name: "maxCharging" }) {
  const { state, update } = useFilterField(name);
  const distance = useDistance();
  const { bounds, thumb, format } = FILTERS[name];
  const asked = state[name];
  const reading = asked === null ? "Any" : `Up to ${format(asked, distance)}`;
  return (
    <>
      <p className={styles.reading} data-quiet={asked === null}>
        {reading}
      </p>
      <Slider
        label={thumb}
        min={bounds.min}
        max={bounds.max}
        step={bounds.step}
        value={asked ?? bounds.max}
        quiet={asked === null}
        formatValue={() => reading}
        onChange={(value) =>
          update((now) => setLimit(now, name, value === bounds.max ? null : value))
        }
      />
    </>
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
      <p className={styles.reading} data-quiet={!touched}>
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
