import { clsx } from "clsx";
import { type CSSProperties, type PointerEvent, useEffect, useEffectEvent, useRef } from "react";

import { keyTarget, nearestThumb, moveThumb, fitThumbs } from "../domain/slider-value.ts";
import styles from "./slider.module.css";

const THUMB_PX = 44;

/**
 * One thumb, or a lower and an upper one: native range inputs on top of each other (finding.md#sliders), which work
 * without scripts and by gestures.
 */
export function Slider(props: {
  min: number;
  max: number;
  step: number;
  minGap?: number | undefined;
  /** may be off the steps or out of bounds; displaying them never changes them */
  values: readonly number[];
  labels: readonly string[];
  /** @param index of the thumb, from the left */
  formatValue: (value: number, index: number) => string;
  /** whether the value is a minimum, so that the track is filled above the thumb */
  isMinimum?: boolean;
  /** grey instead of the signal colour */
  quiet?: boolean;
  onChange: (value: number, index: number) => void;
}) {
  const { min, max, step, formatValue, quiet, labels, isMinimum = false } = props;
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef<number | null>(null);
  const thumbs = fitThumbs(props.values, props);
  // The thumb may move again before its last move was rendered.
  const latest = useRef(thumbs);
  useEffect(() => {
    latest.current = thumbs;
  });

  const move = (index: number, target: number) => {
    const values = moveThumb(latest.current, index, target, props);
    const moved = values[index];
    if (moved === undefined || moved === latest.current[index]) return;
    latest.current = values;
    props.onChange(moved, index);
  };

  const adoptInput = useEffectEvent(() => {
    const inputs = root.current?.querySelectorAll("input") ?? [];
    for (const [index, { valueAsNumber }] of inputs.entries()) {
      // Browsers may write a fraction differently.
      if (Math.abs(valueAsNumber - (thumbs[index] ?? valueAsNumber)) < step / 2) continue;
      move(index, valueAsNumber);
    }
  });
  // Thumbs may have been dragged before hydration.
  useEffect(() => adoptInput(), []);

  const valueAt = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = (event.clientX - left - THUMB_PX / 2) / Math.max(1, width - THUMB_PX);
    return min + Math.min(1, Math.max(0, at)) * (max - min);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target instanceof HTMLInputElement || event.button !== 0) return;
    event.preventDefault();
    pressed.current = nearestThumb(thumbs, valueAt(event));
    event.currentTarget.setPointerCapture(event.pointerId);
    root.current?.querySelectorAll("input")[pressed.current]?.focus({ preventScroll: true });
    move(pressed.current, valueAt(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (pressed.current !== null) move(pressed.current, valueAt(event));
  };
  const onLostPointerCapture = () => {
    pressed.current = null;
  };
  const share = (value: number) => (max > min ? (value - min) / (max - min) : 0);
  const first = thumbs[0] ?? min;
  const last = thumbs.at(-1) ?? max;
  const single = thumbs.length === 1;

  return (
    <div
      ref={root}
      className={clsx(
        styles.slider,
        single && styles.single,
        isMinimum && styles.minimum,
        quiet && styles.quiet,
      )}
      // React's style type does not include custom properties.
      style={{ "--from": share(first), "--to": share(last) } as CSSProperties}
      {...(!single && { onPointerDown, onPointerMove, onLostPointerCapture })}
    >
      <span aria-hidden className={styles.track} />
      {thumbs.map((value, index) => (
        <input
          key={labels[index]}
          type="range"
          autoComplete="off"
          className={`${styles.bare} ${styles.input}`}
          min={min}
          max={max}
          step={step}
          value={value}
          aria-label={labels[index]}
          aria-valuetext={formatValue(value, index)}
          // With both thumbs at the upper end, the lower one must stay reachable.
          data-above={!single && index === 0 && share(value) > 0.5 ? "" : undefined}
          onChange={(event) => move(index, event.currentTarget.valueAsNumber)}
          onKeyDown={(event) => {
            if (event.altKey || event.ctrlKey || event.metaKey) return;
            const target = keyTarget(event.key, event.shiftKey, value, props);
            if (target === null) return;
            event.preventDefault();
            move(index, target);
          }}
        />
      ))}
    </div>
  );
}
