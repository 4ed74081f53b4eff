import type { Measures } from "./car-measures.ts";
import { type Outline, type Point, type Profile, steps } from "./car-outline.ts";
import { beltAt, glassOf } from "./car-glass.ts";

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
