import { memo } from "react";

import { RangeSlider, Slider } from "../../ui/slider.tsx";
import { formatPrice } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { FigureField, type FigureFieldProps } from "./figure-field.tsx";
import { showFigure } from "../../domain/filters/figure-reading.ts";
import {
  setBounds,
  setLimit,
  setPanelRange,
  setPriceCeiling,
  setRange,
  setShowcaseRange,
} from "./filter-state.ts";
import { type Bounds, OPEN } from "../../domain/filters/bounds.ts";
import { type SliderView, panelView, priceCeiling, sliderView } from "./filter-views.ts";
import { type BoundsName, FILTERS, type LimitName } from "../../domain/filters/filters.ts";
import {
  PANEL_RANGE_MILES,
  type Pair,
  TYPED_BOUND_STEP,
  TYPED_PRICE_USD,
  TYPED_RANGE_MILES,
} from "../../domain/filters/limits.ts";
import styles from "./slider-filters.module.css";
import { useFilterField } from "./use-filters.tsx";

/** 140-550 miles (finding.md#sliders) */
export const RangeFilter = memo(function RangeFilter() {
  const { state, update } = useFilterField("range");
  const { formatRange, short, perMile } = useDistance();
  const view = panelView(state).range;
  const { min, max } = PANEL_RANGE_MILES;
  return (
    <PairFilter
      view={view}
      labels={["Minimum range", "Maximum range"]}
      typed={{ unit: short, scale: perMile, step: 0.01 }}
      mostTyped={TYPED_RANGE_MILES.max}
      format={formatRange}
      onType={(typed) =>
        update((now) =>
          typed[0] === min && typed[1] === max
            ? setRange(now, null)
            : setPanelRange(now, typed, view.exact),
        )
      }
      onDrag={(moved) =>
        update((now) => setPanelRange(now, moved, view.value), { gesture: "range" })
      }
    />
  );
});

/** $30,000-$500,000 in steps of $5,000 (finding.md#sliders) */
export const PriceFilter = memo(function PriceFilter() {
  const { state, update } = useFilterField("price");
  const { bounds, value, touched } = panelView(state).price;
  const ceiling = priceCeiling(state);
  const reading = ceiling === null ? "Any price" : `Up to ${formatPrice(ceiling)}`;
  return (
    <>
      <div className={styles.reading}>
        <span>From</span>
        <LimitField name="minPrice" />
        <span>up to</span>
        <PriceField value={ceiling} />
      </div>
      <Slider
        label="Maximum price"
        {...bounds}
        value={value}
        quiet={!touched}
        formatValue={(dollars) =>
          touched ? reading : `${formatPrice(dollars)}, not filtering yet`
        }
        onChange={(dollars) => update((now) => setPriceCeiling(now, dollars), { gesture: "price" })}
      />
    </>
  );
});

type BoundFieldProps = Pick<FigureFieldProps, "value" | "className">;

/** "At least" */
export function MilesField(field: BoundFieldProps) {
  const { update } = useFilterField("range");
  const { short, perMile } = useDistance();
  return (
    <FigureField
      {...field}
      label="Minimum range"
      unit={short}
      scale={perMile}
      {...TYPED_RANGE_MILES}
      step={0.01}
      onChange={(miles) =>
        update((now) => (miles === null ? setRange(now, null) : setShowcaseRange(now, miles)))
      }
    />
  );
}

/** "Up to" */
export function PriceField(field: BoundFieldProps) {
  const { update } = useFilterField("price");
  return (
    <FigureField
      {...field}
      label="Maximum price"
      prefix="$"
      {...TYPED_PRICE_USD}
      step={1}
      onChange={(dollars) => update((now) => setPriceCeiling(now, dollars))}
    />
  );
}

/** Both ends can be typed, and also dragged if there is a slider (finding.md#bounds). */
export const BoundsFilter = memo(function BoundsFilter({ name }: { name: BoundsName }) {
  const { state, update } = useFilterField(name);
  const distance = useDistance();
  const { ends, format, typed, limits } = FILTERS[name];
  const { min, max } = state[name] ?? OPEN;
  const view = sliderView(state, name);
  const reading = { ...typed(distance), step: TYPED_BOUND_STEP };
  const placeholders = view && [view.bounds.min, view.bounds.max];
  const [least, most] = placeholders?.map((end) => showFigure(end, reading)) ?? [];
  return (
    <>
      <div className={styles.reading}>
        <FigureField
          {...reading}
          label={ends[0]}
          min={limits.min}
          max={max ?? limits.max}
          value={min}
          placeholder={least}
          onChange={(lower) => update((now) => setBounds(now, name, { min: lower, max }))}
        />
        <span>to</span>
        <FigureField
          {...reading}
          label={ends[1]}
          min={min ?? limits.min}
          max={limits.max}
          value={max}
          placeholder={most}
          onChange={(upper) => update((now) => setBounds(now, name, { min, max: upper }))}
        />
      </div>
      {view && (
        <RangeSlider
          labels={ends}
          {...view.bounds}
          value={view.value}
          quiet={!view.touched}
          formatValue={(shown) => format(view.exact[view.value.indexOf(shown)] ?? shown, distance)}
          onChange={(moved) =>
            update((now) => setBounds(now, name, movedEnds(now[name] ?? OPEN, view.value, moved)), {
              gesture: name,
            })
          }
        />
      )}
    </>
  );
});

/** A typed end may be between two steps or beyond the slider, so only the moved thumb changes. */
function movedEnds({ min, max }: Bounds, [lower, upper]: Pair, moved: Pair): Bounds {
  return {
    min: moved[0] === lower ? min : moved[0],
    max: moved[1] === upper ? max : moved[1],
  };
}

function LimitField({ name }: { name: LimitName }) {
  const { state, update } = useFilterField(name);
  const { bounds, thumb, typed } = FILTERS[name];
  return (
    <FigureField
      {...typed(useDistance())}
      {...bounds}
      label={thumb}
      value={state[name]}
      onChange={(value) => update((now) => setLimit(now, name, value))}
    />
  );
}

/** finding.md#typed-figures. At its end the slider sets no limit. */
export const LimitSlider = memo(function LimitSlider({ name }: { name: LimitName }) {
  const { state, update } = useFilterField(name);
  const distance = useDistance();
  const { bounds, slider = bounds, thumb, lead, format } = FILTERS[name];
  const range = state[name];
  return (
    <>
      <div className={styles.reading}>
        <span>{lead}</span>
        <LimitField name={name} />
      </div>
      <Slider
        label={thumb}
        {...slider}
        value={range ?? slider.max}
        quiet={range === null}
        formatValue={() => (range === null ? "Any" : format(range, distance))}
        onChange={(value) =>
          update((now) => setLimit(now, name, value === slider.max ? null : value), {
            gesture: name,
          })
        }
      />
    </>
  );
});

interface PairFilterProps {
  view: SliderView<Pair>;
  labels: readonly [string, string];
  typed: Pick<FigureFieldProps, "unit" | "scale" | "decimals" | "step">;
  /** the slider's end when absent */
  mostTyped?: number;
  format: (value: number) => string;
  onType: (typed: Pair) => void;
  onDrag: (moved: Pair) => void;
}

function PairFilter({ view, labels, typed, mostTyped, format, onType, onDrag }: PairFilterProps) {
  const { bounds, value, exact, touched } = view;
  const { min, max, minGap = 0 } = bounds;
  const [lower, upper] = exact;
  const field = { ...typed, min, max };
  return (
    <>
      <div className={styles.reading}>
        <FigureField
          {...field}
          label={labels[0]}
          max={upper === max && mostTyped !== undefined ? mostTyped : upper - minGap}
          value={lower === min ? null : lower}
          placeholder={showFigure(min, typed)}
          onChange={(typedLower) => onType([typedLower ?? min, upper])}
        />
        <span>to</span>
        <FigureField
          {...field}
          label={labels[1]}
          min={lower + minGap}
          max={mostTyped ?? max}
          value={upper === max ? null : upper}
          placeholder={showFigure(max, typed)}
          onChange={(typedUpper) => onType([lower, typedUpper ?? max])}
        />
      </div>
      <RangeSlider
        labels={labels}
        {...bounds}
        value={value}
        quiet={!touched}
        formatValue={(shown) => format(exact[value.indexOf(shown)] ?? shown)}
        onChange={onDrag}
      />
    </>
  );
}
