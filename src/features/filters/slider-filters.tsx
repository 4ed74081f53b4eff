import { memo } from "react";

import { formatAcceleration, formatCargo, formatPrice } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { RangeSlider, Slider } from "../../ui/slider.tsx";
import {
  setAcceleration,
  setCargo,
  setPanelRange,
  setPriceCeiling,
  setTopSpeed,
} from "./filter-state.ts";
import { type PairView, panelView, priceCeiling } from "./filter-views.ts";
import type { Pair } from "./limits.ts";
import styles from "./slider-filters.module.css";
import { useFilterField } from "./use-filters.tsx";

/** Range with both thumbs, 140-550 miles (§5, readings 5). */
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

/** Price ceiling, $30,000-$500,000 in steps of $5,000 (§9). */
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

/** 0-60 mph in seconds (§9 Performance). */
export const AccelerationFilter = memo(function AccelerationFilter() {
  const { state, update } = useFilterField("acceleration");
  return (
    <PairFilter
      view={panelView(state).acceleration}
      labels={["Quickest 0-60", "Slowest 0-60"]}
      format={formatAcceleration}
      onChange={(moved) => update((now) => setAcceleration(now, moved))}
    />
  );
});

export const CargoFilter = memo(function CargoFilter() {
  const { state, update } = useFilterField("cargo");
  return (
    <PairFilter
      view={panelView(state).cargo}
      labels={["Minimum cargo space", "Maximum cargo space"]}
      format={(cubicFeet) => (cubicFeet === 0 ? "0 cu ft" : formatCargo(cubicFeet))}
      onChange={(moved) => update((now) => setCargo(now, moved))}
    />
  );
});

export const TopSpeedFilter = memo(function TopSpeedFilter() {
  const { state, update } = useFilterField("topSpeed");
  const { formatTopSpeed } = useDistance();
  return (
    <PairFilter
      view={panelView(state).topSpeed}
      labels={["Lowest top speed", "Highest top speed"]}
      format={formatTopSpeed}
      onChange={(moved) => update((now) => setTopSpeed(now, moved))}
    />
  );
});

interface PairFilterProps {
  view: PairView;
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
