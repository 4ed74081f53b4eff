/** Windows, roof and doors of a side view (pictures.md#drawings). */
import type { Measures } from "./measures.ts";
import { type Outline, type Point, type Profile, steps } from "./outline.ts";

/** The side windows: below the roof and above the belt, from the windshield to their rear end. */
export function glassOf(outline: Outline, profile: Profile): Point[] {
  const { topAt, at } = outline;
  const inset = 4.2;
  const beltY = beltAt(outline, profile);
  const from = at(profile.cowlX, 0).x;
  const topEnd = at(profile.glassTop, 0).x;
  const end = at(profile.glassEnd, 0).x;
  const xs = steps(from, topEnd, 12).filter((x) => topAt(x) - inset > beltY(x) + 0.4);
  const [first = from] = xs;
  return [
    { x: first - 1.2, y: beltY(first) },
    ...xs.map((x) => ({ x, y: topAt(x) - inset })),
    { x: end, y: beltY(end) },
  ];
}

function beltAt({ at }: Outline, profile: Profile): (x: number) => number {
  const front = at(profile.cowlX, profile.beltFront);
  const rear = at(profile.glassEnd, profile.beltRear);
  return (x) => front.y + ((rear.y - front.y) * (x - front.x)) / (rear.x - front.x);
}

export function beltOf(outline: Outline, profile: Profile): Point[] {
  const y = beltAt(outline, profile);
  const glass = glassOf(outline, profile);
  const [from, to] = [glass[0]?.x ?? 0, glass.at(-1)?.x ?? 0];
  return [from, to].map((x) => ({ x, y: y(x) - 0.5 }));
}

/** The rear window in profile; a steep one is barely visible. */
export function rearWindow(
  outline: Outline,
  { backX, backY, deckX, deckY }: Profile,
): [number, number] | null {
  const [from, to] = [outline.at(backX, backY), outline.at(deckX, deckY)];
  const [run, fall] = [to.x - from.x, from.y - to.y];
  return fall > run * 1.6 ? null : [from.x + run * 0.12, from.x + run * 0.9];
}

export function darkPillar(
  { at, topAt }: Outline,
  profile: Profile,
  glass: readonly Point[],
  px: (p: Point) => string,
) {
  const end = glass.at(-1) ?? at(profile.glassEnd, profile.beltRear);
  const top = glass.at(-2) ?? end;
  const rear = at(profile.deckX - 1.5, profile.deckY);
  return `M${[
    { x: top.x - 1, y: top.y },
    { x: at(profile.backX, 0).x, y: topAt(at(profile.backX, 0).x) - 3.6 },
    { x: rear.x, y: Math.max(end.y, rear.y - 3) },
    { x: end.x - 1, y: end.y },
  ]
    .map(px)
    .join("L")}Z`;
}

export function sheens(glass: readonly Point[], px: (p: Point) => string): string {
  const [from, to] = [glass[0]?.x ?? 0, glass.at(-1)?.x ?? 0];
  const band = (share: number, wide: number) => {
    const x = from + (to - from) * share;
    const points = [
      { x, y: 0 },
      { x: x + 38, y: 90 },
      { x: x + 38 + wide, y: 90 },
      { x: x + wide, y: 0 },
    ];
    return `<path d="M${points.map(px).join("L")}Z" fill="url(#sheen)" fill-opacity=".55"/>`;
  };
  return [band(-0.12, 12), band(0.34, 6), band(0.62, 5)].join("");
}

/** The part of the body that is roof, up to the rear window or over a steep back. */
export function roofOf({ topAt, at }: Outline, profile: Profile, rearWindowFrom?: number): Point[] {
  const [from, back] = [at(profile.roofX, 0).x, at(profile.backX, 0).x];
  const to = rearWindowFrom === undefined ? back : rearWindowFrom + 1;
  const high = at(0, 105).y;
  const end = rearWindowFrom === undefined ? to + 14 : to;
  return [
    { x: from, y: high },
    { x: end, y: high },
    { x: end, y: topAt(to) - 4 },
    ...steps(from, to, 6)
      .toReversed()
      .map((x) => ({ x, y: topAt(x) - 4 })),
  ];
}

export function shoulderOf(outline: Outline, profile: Profile): Point[] {
  const y = beltAt(outline, profile);
  const end = outline.at(99, 0).x;
  return steps(outline.at(4, 0).x, end, 8).map((x) => {
    const free = Math.min(y(x) - 4.5, outline.topAt(x) - 3.5);
    return { x, y: free };
  });
}

export function doorsOf(
  outline: Outline,
  profile: Profile & { doors: 2 | 4 },
  { groundClearance }: Measures,
) {
  const { frontAxle, rearAxle, tireRadius } = outline;
  const y = beltAt(outline, profile);
  const glass = glassOf(outline, profile);
  const glassFrom = glass[0]?.x ?? 0;
  const from = Math.max(frontAxle + tireRadius + 5, glassFrom - 2);
  const low = groundClearance + 3.5;
  const to = Math.min(rearAxle - tireRadius * 0.35, outline.at(profile.glassEnd, 0).x);
  const middle =
    profile.doors === 4 ? from + (to - from) * 0.5 : from + Math.min(52, (to - from) * 0.72);
  const lean = 1.4;
  const cut = (x: number): Point[] => [
    { x: x - lean, y: y(x) },
    { x: x + 0.3, y: (y(x) + low) / 2 },
    { x, y: low },
  ];
  const isClear = to < rearAxle - tireRadius * 1.4;
  const rearCut: Point[] = isClear
    ? cut(to)
    : [
        { x: to, y: y(to) },
        { x: to - 0.6, y: y(to) - 7 },
        { x: rearAxle - tireRadius * 0.92, y: tireRadius * 1.9 },
        { x: rearAxle - tireRadius * 1.28, y: tireRadius * 1.1 },
        { x: rearAxle - tireRadius * 1.4, y: low },
      ];
  const front = cut(from);
  const pillarAt = (x: number, shift: number): Point[] => [
    { x, y: y(x) - 1 },
    { x: x + shift, y: outline.topAt(x) },
  ];
  const bottom: Point[] = [
    { x: from, y: low },
    { x: profile.doors === 2 ? middle : isClear ? to : rearAxle - tireRadius * 1.4, y: low },
  ];
  const rearQuarter = outline.at(profile.glassEnd, 0).x - to > 9 ? [pillarAt(to, -1.5)] : [];
  return {
    middle,
    lines:
      profile.doors === 4 ? [front, cut(middle), rearCut, bottom] : [front, cut(middle), bottom],
    pillars: [pillarAt(middle - 1, -1), ...rearQuarter],
    handles: (profile.doors === 4 ? [middle - 11, to - 11] : [middle - 12]).map((x) => ({
      x,
      y: y(x) - 4.5,
    })),
    mirror: { x: glassFrom + 4.5, y: y(glassFrom) + 1.2 },
  };
}

export function hoodGap(outline: Outline, { hoodX, cowlX }: Profile): Point[] {
  const xs = steps(outline.at(hoodX, 0).x + 2, outline.at(cowlX, 0).x + 3, 8);
  return xs.map((x, step) => ({ x, y: outline.topAt(x) - 3.4 + step * 0.15 }));
}

export function bedGap(
  outline: Outline,
  { backX, deckX, deckY, beltRear }: Profile,
  clearance: number,
): Point[] {
  const x = outline.at((backX + deckX) / 2, 0).x + 1.5;
  return [
    { x, y: outline.at(0, Math.min(deckY, beltRear + 5)).y },
    { x, y: clearance + 4 },
  ];
}
