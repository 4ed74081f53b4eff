import { memo } from "react";

import { Slider } from "../../ui/slider.tsx";
import { formatPrice } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { NumberField } from "../../ui/number-field.tsx";
import type { WriteOptions } from "../../ui/page-query.ts";
import {
  type FigureInput,
  readFigure,
  formatFigure,
  showFigure,
} from "../../domain/filters/figure-reading.ts";
import { type PairName, setBounds } from "./filter-state.ts";
import { type Bounds, OPEN } from "../../domain/filters/bounds.ts";
import { priceCeiling, priceView, sliderView } from "./filter-views.ts";
import { FILTERS, type LimitName } from "../../domain/filters/filters.ts";
import styles from "./slider-filters.module.css";
import { useFilterField } from "./use-filters.tsx";
import { PANEL_PRICE_USD, TYPED_PRICE_USD } from "../../domain/filters/slider-scales.ts";

/** Typed bounds are rounded to this, as precisely as an address can write them (finding.md#bounds). */
const TYPED_BOUND_STEP = 0.01;

/** $30,000-$500,000 in steps of $5,000 (finding.md#sliders) */
export const PriceFilter = memo(function PriceFilter() {
  const { state, update } = useFilterField("price");
  const { scale, value, isSet } = priceView(state, PANEL_PRICE_USD);
  const ceiling = priceCeiling(state);
  const sentence = ceiling === null ? "Any price" : `Up to ${formatPrice(ceiling)}`;
  return (
    <>
      <div className={styles.reading}>
        <span>From</span>
        <LimitField name="minPrice" />
        <span>up to</span>
        <PriceField value={ceiling} />
      </div>
      <Slider
        labels={["Maximum price"]}
        {...scale}
        values={[value]}
        quiet={!isSet}
        formatValue={(dollars) => (isSet ? sentence : `${formatPrice(dollars)}, not filtering yet`)}
        onChange={(dollars) => update((now) => ({ ...now, price: dollars }), { gesture: "price" })}
      />
    </>
  );
});

/** "Up to" */
export function PriceField(field: Pick<FigureFieldProps, "value" | "className">) {
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

/** finding.md#bounds: both ends can be typed, and also dragged if there is a slider. */
export const BoundsControl = memo(function BoundsControl({ name }: { name: PairName }) {
  const { state, update } = useFilterField(name);
  const distance = useDistance();
  const { endLabels, format, typed, limits } = FILTERS[name];
  const { min, max } = state[name] ?? OPEN;
  const view = sliderView(state, name);
  const input = { ...typed(distance), step: TYPED_BOUND_STEP };
  const setEnd = (end: keyof Bounds, value: number | null, options?: WriteOptions) =>
    update((now) => setBounds(now, name, { ...(now[name] ?? OPEN), [end]: value }), options);
  return (
    <>
      <div className={styles.reading}>
        <FigureField
          {...input}
          label={endLabels[0]}
          min={limits.min}
          max={max ?? limits.max}
          value={min}
          placeholder={view ? showFigure(view.scale.min, input) : undefined}
          onChange={(lower) => setEnd("min", lower)}
        />
        <span>to</span>
        <FigureField
          {...input}
          label={endLabels[1]}
          min={min ?? limits.min}
          max={limits.max}
          value={max}
          placeholder={view ? showFigure(view.scale.max, input) : undefined}
          onChange={(upper) => setEnd("max", upper)}
        />
      </div>
      {view && (
        <Slider
          labels={endLabels}
          {...view.scale}
          values={view.value}
          quiet={!view.isSet}
          formatValue={(shown, at) => format(view.value[at] ?? shown, distance)}
          onChange={(moved, at) => setEnd(at === 0 ? "min" : "max", moved, { gesture: name })}
        />
      )}
    </>
  );
});

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
  const value = state[name];
  return (
    <>
      <div className={styles.reading}>
        <span>{lead}</span>
        <LimitField name={name} />
      </div>
      <Slider
        labels={[thumb]}
        {...slider}
        values={[value ?? slider.max]}
        quiet={value === null}
        formatValue={() => (value === null ? "Any" : format(value, distance))}
        onChange={(moved) =>
          update((now) => ({ ...now, [name]: moved === slider.max ? null : moved }), {
            gesture: name,
          })
        }
      />
    </>
  );
});

interface FigureFieldProps extends FigureInput {
  /** null when no value is set */
  value: number | null;
  /** shown in the empty box */
  placeholder?: string | undefined;
  className?: string | undefined;
  /** called with null when the box was emptied */
  onChange: (value: number | null) => void;
}

/** The field next to a slider (finding.md#typed-figures). */
export function FigureField(props: FigureFieldProps) {
  const { value, placeholder = "Any", className, onChange, ...input } = props;
  const { label, prefix, unit, min, max } = input;
  const unitName = prefix ? "dollars" : unit;
  return (
    <NumberField
      {...{ value, placeholder, className, prefix, unit, onChange }}
      aria-label={unitName ? `${label} in ${unitName}` : label}
      show={(figure) => showFigure(figure, input)}
      read={(text) => {
        if (text.trim() === "") return { value: null };
        const figure = readFigure(text, input);
        const allowed = `${formatFigure(min, input)} to ${formatFigure(max, input)}`;
        return figure === null
          ? { error: `${label} must be a number from ${allowed}.` }
          : { value: figure };
      }}
    />
  );
}
