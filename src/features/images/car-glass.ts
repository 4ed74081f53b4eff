import type { Outline, Point, Profile } from "./car-outline.ts";
import { steps } from "./car-outline.ts";

/** Side windows: under the roof, above the belt, from the windshield to their rear end. */
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

export function beltAt({ at }: Outline, profile: Profile): (x: number) => number {
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

/** The rear window, seen on its edge; a steep one is hardly seen. */
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

/** What of the body is roof, up to the rear window or over a steep back. */
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
