/** The step of a key pressed with Shift (finding.md#sliders). */
const SLIDER_BIG_STEPS = 10;

export interface SliderScale {
  min: number;
  max: number;
  step: number;
  minGap?: number | undefined;
}

/** Returns the closest value that the slider can show: on a step, within min and max (finding.md#sliders). */
export function snapToStep(value: number, { min, max, step }: SliderScale): number {
  const steps = Math.round((value - min) / step);
  // Steps such as 0.1 have no exact binary form, so round to the step's decimals.
  const decimals = String(step).split(".")[1]?.length ?? 0;
  const snapped = Number((min + steps * step).toFixed(decimals));
  return Math.min(max, Math.max(min, snapped));
}

/** Snaps one thumb, or two, which keep their distance. */
export function fitThumbs(values: readonly number[], scale: SliderScale): number[] {
  const { max, minGap = 0 } = scale;
  const [first = max, second] = values.map((value) => snapToStep(value, scale));
  if (second === undefined) return [first];
  const lower = Math.min(first, snapToStep(max - minGap, scale));
  return [lower, Math.max(second, snapToStep(lower + minGap, scale))];
}

/** Moves one of several ordered thumbs as far as the scale and its neighbours allow. */
export function moveThumb(
  values: readonly number[],
  index: number,
  target: number,
  scale: SliderScale,
): number[] {
  const { min, max, minGap = 0 } = scale;
  const below = values[index - 1];
  const above = values[index + 1];
  const least = below === undefined ? min : below + minGap;
  const most = above === undefined ? max : above - minGap;
  const moved = Math.min(most, Math.max(least, snapToStep(target, scale)));
  return values.map((value, at) => (at === index ? moved : value));
}

/** Returns the value to which a key moves a thumb, null for every other key (finding.md#sliders). */
export function keyTarget(
  key: string,
  shift: boolean,
  value: number,
  { min, max, step }: SliderScale,
): number | null {
  const big = step * SLIDER_BIG_STEPS;
  const arrow = shift ? big : step;
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: value + arrow,
    ArrowUp: value + arrow,
    ArrowLeft: value - arrow,
    ArrowDown: value - arrow,
    PageUp: value + big,
    PageDown: value - big,
    Home: min,
    End: max,
  };
  return targets[key] ?? null;
}

/** Returns the thumb that a press on the track moves: the nearest, or of two in one place the one that can move. */
export function nearestThumb(values: readonly number[], target: number): number {
  let nearest = 0;
  values.forEach((value, index) => {
    const best = values[nearest] ?? value;
    const closer = Math.abs(value - target) - Math.abs(best - target);
    if (closer < 0 || (closer === 0 && target > value)) nearest = index;
  });
  return nearest;
}
