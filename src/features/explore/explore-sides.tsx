import { clsx } from "clsx";
import type { CSSProperties } from "react";

import slider from "../../ui/slider.module.css";
import { keyTarget, snapToStep } from "../../domain/slider-value.ts";
import { formatPrice } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { FigureField } from "../filters/figure-field.tsx";
import { useFilterField } from "../filters/use-filters.tsx";
import { applyBox, boxOf, edgesOf } from "./explore-box.ts";
import type { ExploreScale } from "./explore-scale.ts";
import styles from "./explore-sides.module.css";

interface SideProps {
  axis: "Range" | "Price";
  end: "min" | "max";
  scale: ExploreScale;
}

/** Returns the value of a side, the range that the opposite side leaves, and a setter. */
function useSide({ axis, end, scale }: SideProps) {
  const { state, update } = useFilterField("range", "price", "minPrice");
  const box = boxOf(state);
  const isMost = end === "max";
  const isRange = axis === "Range";
  const figures = isRange ? scale.range : scale.price;
  const { min, max, step } = figures;
  const { [`min${axis}` as const]: least, [`max${axis}` as const]: most } = box;
  return {
    ...figures,
    isMost,
    isRange,
    box,
    label: `${isMost ? "Maximum" : "Minimum"} ${axis.toLowerCase()} on the chart`,
    value: isMost ? most : least,
    min: isMost && least !== null ? least + step : min,
    max: !isMost && most !== null ? most - step : max,
    set: (value: number | null, gesture: string | null = null) =>
      update((now) => applyBox(now, { ...boxOf(now), [end + axis]: value }), { gesture }),
  };
}

/** Fine enough for steps of 5 miles or $1,000. */
const SHARES = 1000;

/** A native slider on one side, for keyboard and touch. */
function SideHandle(props: SideProps) {
  const { label, isMost, isRange, box, value, at, step, min, max, set } = useSide(props);
  const { formatRange } = useDistance();
  const { left, right, top, bottom } = edgesOf(props.scale, box);
  const [from, to] = isRange ? [left, right] : [100 - bottom, 100 - top];
  // Placed where it covers few cars: at high prices, and far to the right.
  const along = isRange ? top + (bottom - top) * 0.15 : left + (right - left) * 0.85;
  // Whole steps within the axis; a side at the end of the axis is open.
  const ends = {
    min: Math.ceil(Math.max(min, at(0)) / step) * step,
    max: Math.floor(Math.min(max, at(100)) / step) * step,
    step,
  };
  const move = (figure: number) => {
    const isOpen = isMost ? figure >= ends.max : figure <= ends.min;
    set(isOpen ? null : snapToStep(figure, ends), label);
  };
  const valueText = value !== null && (isRange ? formatRange : formatPrice)(value);
  return (
    <input
      type="range"
      autoComplete="off"
      className={clsx(slider.bare, styles.handle, isRange ? styles.range : styles.price)}
      data-set={value !== null}
      aria-label={label}
      aria-valuetext={valueText ? `${isMost ? "up to" : "at least"} ${valueText}` : "not set"}
      min={0}
      max={SHARES}
      step={1}
      value={Math.round(((isMost ? to : from) / 100) * SHARES)}
      // React's style type does not include custom properties.
      style={{ "--along": along } as CSSProperties}
      onChange={(event) => move(at((event.currentTarget.valueAsNumber / SHARES) * 100))}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const now = value ?? (isMost ? ends.max : ends.min);
        const target = keyTarget(event.key, event.shiftKey, now, ends);
        if (target === null) return;
        event.preventDefault();
        move(target);
      }}
    />
  );
}

const AXES = ["Range", "Price"] as const;
const ENDS = ["min", "max"] as const;

/** The budget's handle is last and on top of the others. */
export function SideHandles({ scale }: { scale: ExploreScale }) {
  return AXES.map((axis) =>
    ENDS.map((end) => <SideHandle key={axis + end} axis={axis} end={end} scale={scale} />),
  );
}

function SideField(props: SideProps) {
  const { label, isRange, value, min, max, set } = useSide(props);
  const { short, perMile } = useDistance();
  return (
    <FigureField
      {...(isRange ? { unit: short, scale: perMile, step: 0.01 } : { prefix: "$", step: 1 })}
      label={label}
      value={value}
      min={min}
      max={max}
      onChange={set}
    />
  );
}

/** The same sides as typed fields. */
export function SideFields({ scale }: { scale: ExploreScale }) {
  return (
    <div
      role="group"
      aria-label="Range and price on the chart"
      className={styles.fields}
      data-scripted
    >
      {AXES.map((axis) => (
        <span key={axis} className={styles.pair}>
          <span>{axis}</span>
          <SideField axis={axis} end="min" scale={scale} />
          <span>to</span>
          <SideField axis={axis} end="max" scale={scale} />
        </span>
      ))}
    </div>
  );
}
