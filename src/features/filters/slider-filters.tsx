import { memo } from "react";

import { RangeSlider, Slider } from "../../ui/slider.tsx";
import { formatPrice } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { NumberField } from "../../ui/number-field.tsx";
import {
  type FigureFormat,
  type FigureReading,
  readFigure,
  formatFigure,
  showFigure,
} from "../../domain/filters/figure-reading.ts";
import { type Pair, setBounds, setPanelRange, setShowcaseRange } from "./filter-state.ts";
import { type Bounds, OPEN } from "../../domain/filters/bounds.ts";
import { panelView, priceCeiling, type SliderView, sliderView } from "./filter-views.ts";
import { type BoundsName, FILTERS, type LimitName } from "../../domain/filters/filters.ts";
import styles from "./slider-filters.module.css";
import { useFilterField } from "./use-filters.tsx";
import {
  PANEL_RANGE_MILES,
  TYPED_PRICE_USD,
  TYPED_RANGE_MILES,
} from "../../domain/filters/slider-bounds.ts";

/** Typed bounds are rounded to this, as precisely as an address can write them (finding.md#bounds). */
const TYPED_BOUND_STEP = 0.01;

/** 140-550 miles (finding.md#sliders) */
export const RangeFilter = memo(function RangeFilter() {
  const { state, update } = useFilterField("range");
  const { formatRange, short, perMile } = useDistance();
  const view = panelView(state).range;
  const { min, max, minGap } = PANEL_RANGE_MILES;
  const [lower, upper] = view.exact;
  return (
    <PairFilter
      labels={["Minimum range", "Maximum range"]}
      reading={{ unit: short, scale: perMile, step: 0.01 }}
      limits={TYPED_RANGE_MILES}
      gap={minGap}
      bounds={{ min: lower === min ? null : lower, max: upper === max ? null : upper }}
      view={view}
      format={formatRange}
      onType={(typed) =>
        update((now) =>
          typed.min === null && typed.max === null
            ? { ...now, range: null }
            : setPanelRange(now, [typed.min ?? min, typed.max ?? max], view.exact),
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
        onChange={(dollars) => update((now) => ({ ...now, price: dollars }), { gesture: "price" })}
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
        update((now) => (miles === null ? { ...now, range: null } : setShowcaseRange(now, miles)))
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
      onChange={(dollars) => update((now) => ({ ...now, price: dollars }))}
    />
  );
}

/** finding.md#bounds */
export const BoundsFilter = memo(function BoundsFilter({ name }: { name: BoundsName }) {
  const { state, update } = useFilterField(name);
  const distance = useDistance();
  const { ends, format, typed, limits } = FILTERS[name];
  return (
    <PairFilter
      labels={ends}
      reading={{ ...typed(distance), step: TYPED_BOUND_STEP }}
      limits={limits}
      bounds={state[name] ?? OPEN}
      view={sliderView(state, name)}
      format={(value) => format(value, distance)}
      onType={(bounds) => update((now) => setBounds(now, name, bounds))}
      onDrag={(moved, shown) =>
        update((now) => setBounds(now, name, movedEnds(now[name] ?? OPEN, shown, moved)), {
          gesture: name,
        })
      }
    />
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
      onChange={(value) => update((now) => ({ ...now, [name]: value }))}
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
          update((now) => ({ ...now, [name]: value === slider.max ? null : value }), {
            gesture: name,
          })
        }
      />
    </>
  );
});

interface PairFilterProps {
  labels: readonly [string, string];
  reading: FigureFormat & Pick<FigureFieldProps, "step">;
  /** what may be typed */
  limits: Readonly<Record<"min" | "max", number>>;
  /** typed ends stay this far apart */
  gap?: number;
  bounds: Bounds;
  /** null without a slider */
  view: SliderView<Pair> | null;
  format: (value: number) => string;
  onType: (bounds: Bounds) => void;
  /** @param shown where the thumbs were */
  onDrag: (moved: Pair, shown: Pair) => void;
}

/** Both ends can be typed, and also dragged if there is a slider. */
function PairFilter(props: PairFilterProps) {
  const { labels, reading, limits, gap = 0, bounds, view, format, onType, onDrag } = props;
  const { min, max } = bounds;
  return (
    <>
      <div className={styles.reading}>
        <FigureField
          {...reading}
          label={labels[0]}
          min={limits.min}
          max={max === null ? limits.max : max - gap}
          value={min}
          placeholder={view ? showFigure(view.bounds.min, reading) : undefined}
          onChange={(lower) => onType({ min: lower, max })}
        />
        <span>to</span>
        <FigureField
          {...reading}
          label={labels[1]}
          min={(min ?? limits.min) + gap}
          max={limits.max}
          value={max}
          placeholder={view ? showFigure(view.bounds.max, reading) : undefined}
          onChange={(upper) => onType({ min, max: upper })}
        />
      </div>
      {view && (
        <RangeSlider
          labels={labels}
          {...view.bounds}
          value={view.value}
          quiet={!view.touched}
          formatValue={(shown) => format(view.exact[view.value.indexOf(shown)] ?? shown)}
          onChange={(moved) => onDrag(moved, view.value)}
        />
      )}
    </>
  );
}

interface FigureFieldProps extends FigureReading {
  /** null when no value is set */
  value: number | null;
  /** shown in the empty box */
  placeholder?: string | undefined;
  className?: string | undefined;
  /** called with null when the box was emptied */
  onChange: (value: number | null) => void;
}

/** The field next to a slider (finding.md#typed-figures). */
function FigureField(props: FigureFieldProps) {
  const { value, placeholder = "Any", className, onChange, ...reading } = props;
  const { label, prefix, unit, min, max } = reading;
  const unitName = prefix ? "dollars" : unit;
  return (
    <NumberField
      {...{ value, placeholder, className, prefix, unit, onChange }}
      aria-label={unitName ? `${label} in ${unitName}` : label}
      show={(figure) => showFigure(figure, reading)}
      read={(text) => {
        if (text.trim() === "") return { value: null };
        const figure = readFigure(text, reading);
        const ends = `${formatFigure(min, reading)} to ${formatFigure(max, reading)}`;
        return figure === null
          ? { error: `${label} must be a number from ${ends}.` }
          : { value: figure };
      }}
    />
  );
}
