import { clsx } from "clsx";
import { type CSSProperties, useRef } from "react";

import { useEarlyInput, useHydrated } from "../../ui/hydrated.ts";
import { keyTarget, type SliderBounds, snapToStep } from "../../ui/slider-value.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { setPriceCeiling, setShowcaseRange } from "../filters/filter-state.ts";
import { priceCeiling, rangeBounds } from "../filters/filter-views.ts";
import { SHOWCASE_PRICE_USD, SHOWCASE_RANGE_MILES } from "../filters/limits.ts";
import { useFilterField } from "../filters/use-filters.tsx";
import type { ExploreScale } from "./explore-points.ts";
import styles from "./explore-thumbs.module.css";

interface AxisThumbProps {
  label: string;
  className: string | undefined;
  bounds: SliderBounds;
  value: number;
  isSet: boolean;
  say: (value: number) => string;
  /** per cent of the axis at which the thumb's way begins and ends */
  way: readonly [from: number, to: number];
  /** from a value to a share of the way and back; linear when absent */
  share?: { of: (value: number) => number; at: (share: number) => number };
  onChange: (value: number) => void;
}

/** Fine enough for steps of 5 miles or a thousand dollars. */
const SHARES = 1000;

/** A native slider along an axis, for keys and fingers. */
function AxisThumb(props: AxisThumbProps) {
  const { label, className, bounds, value, isSet, say, way, share, onChange } = props;
  const straight = {
    of: (figure: number) => (figure - bounds.min) / (bounds.max - bounds.min),
    at: (part: number) => bounds.min + part * (bounds.max - bounds.min),
  };
  const { of, at } = share ?? straight;
  const thumb = useRef<HTMLInputElement>(null);
  const part = Math.round(of(value) * SHARES);
  const move = (to: number) => onChange(snapToStep(at(to / SHARES), bounds));
  useEarlyInput(() => thumb.current?.valueAsNumber, part, move);
  return (
    <input
      ref={thumb}
      type="range"
      autoComplete="off"
      className={clsx(styles.thumb, className)}
      data-set={isSet}
      aria-label={label}
      aria-valuetext={isSet ? say(value) : "not set"}
      min={0}
      max={SHARES}
      step={1}
      value={part}
      // React's type of a style knows no custom properties.
      style={{ "--from": way[0], "--length": way[1] - way[0] } as CSSProperties}
      onChange={(event) => move(event.currentTarget.valueAsNumber)}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const target = keyTarget(event.key, event.shiftKey, value, bounds);
        if (target === null) return;
        event.preventDefault();
        onChange(snapToStep(target, bounds));
      }}
    />
  );
}

export function MilesThumb({ scale }: { scale: ExploreScale }) {
  const { formatRange } = useDistance();
  const { state, update } = useFilterField("range", "rangeTouched");
  const isHydrated = useHydrated();
  const bounds = SHOWCASE_RANGE_MILES;
  const { min } = rangeBounds(state);
  const isSet = isHydrated && min !== null;
  return (
    <AxisThumb
      label="Minimum range on the chart"
      className={styles.miles}
      bounds={bounds}
      value={isSet ? snapToStep(min, bounds) : bounds.min}
      isSet={isSet}
      say={(miles) => `at least ${formatRange(miles)}`}
      way={[scale.left(bounds.min), scale.left(bounds.max)]}
      onChange={(miles) => update((now) => setShowcaseRange(now, miles))}
    />
  );
}

export function PriceThumb({ scale }: { scale: ExploreScale }) {
  const { state, update } = useFilterField("price", "priceTouched");
  const isHydrated = useHydrated();
  const bounds = SHOWCASE_PRICE_USD;
  const ceiling = priceCeiling(state);
  const isSet = isHydrated && ceiling !== null;
  const [top, bottom] = [scale.top(bounds.max), scale.top(bounds.min)];
  return (
    <AxisThumb
      label="Maximum price on the chart"
      className={styles.price}
      bounds={bounds}
      value={isSet ? snapToStep(ceiling, bounds) : bounds.max}
      isSet={isSet}
      say={(dollars) => `up to ${formatPrice(dollars)}`}
      way={[top, bottom]}
      share={{
        of: (dollars) => (bottom - scale.top(dollars)) / (bottom - top),
        at: (part) => scale.dollarsAt(bottom - part * (bottom - top)),
      }}
      onChange={(dollars) => update((now) => setPriceCeiling(now, dollars))}
    />
  );
}
