import { n } from "./wheel.ts";
import type { Outline, Point, Profile } from "./outline.ts";

interface Car {
  outline: Outline;
  px: (point: Point) => string;
  profile: Profile;
}

type Side = "nose" | "tail";

const DARK = 'fill="#1b2026"';
const LIT = 'fill="#eef2f5"';
const DARK_RED = 'fill="#3a0d11"';
const RED = 'fill="#d51a28"';
const GLOW = 'fill="#ff8a80"';

/** The x of the body's edge at this height, at the nose or the tail. */
function edgeAt({ points }: Outline, y: number, side: Side): number {
  const along = side === "nose" ? points : points.toReversed();
  for (const [index, b] of along.entries()) {
    const a = along[index - 1];
    if (a && a.y <= y && b.y >= y) return a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y || 1);
  }
  return along[0]?.x ?? 0;
}

interface Rect {
  y: number;
  /** inches from the body's edge inwards */
  from: number;
  wide: number;
  high: number;
  /** how much higher the inner end is */
  rise?: number;
  /** height of the inner end as a share of the outer end's */
  taper?: number;
}

function lampShape(car: Car, side: Side, rect: Rect): string {
  const { y, from, wide, high, rise = 0, taper = 1 } = rect;
  const inward = side === "nose" ? 1 : -1;
  const edge = (at: number) => edgeAt(car.outline, at, side) + inward * from;
  const far = edge(y) + inward * wide;
  const inner = (high * taper) / 2;
  const points = [
    { x: edge(y + high / 2), y: y + high / 2 },
    { x: far, y: y + rise + inner },
    { x: far, y: y + rise - inner },
    { x: edge(y - high / 2), y: y - high / 2 },
  ];
  return `M${points.map(car.px).join("L")}Z`;
}

interface Ellipse {
  y: number;
  /** inches from the body's edge inwards to the center */
  from: number;
  /** half the width and height */
  radius: number;
  high?: number;
}

function ellipseAt(
  car: Car,
  side: Side,
  { y, from, radius, high = radius }: Ellipse,
  fill: string,
) {
  const x = edgeAt(car.outline, y, side) + (side === "nose" ? from : -from);
  const [cx = "", cy = ""] = car.px({ x, y }).split(" ");
  return `<ellipse cx="${cx}" cy="${cy}" rx="${n(radius * 2.6)}" ry="${n(high * 3.3)}" fill="#23272c"/><ellipse cx="${cx}" cy="${cy}" rx="${n(radius * 2.1)}" ry="${n(high * 2.75)}" ${fill} stroke="#fff" stroke-opacity=".7"/>`;
}

type Shape = readonly [fill: string, Rect | Ellipse];

const FRONT = {
  slim: ({ y }) => [
    [DARK, { y, from: 0, wide: 17, high: 3.6, rise: 1.6, taper: 0.3 }],
    [LIT, { y: y + 0.3, from: 0.4, wide: 15, high: 1.5, rise: 1.5, taper: 0.3 }],
  ],
  wedge: ({ y }) => [
    [DARK, { y: y - 0.6, from: 0, wide: 16, high: 5.6, rise: 2.4, taper: 0.35 }],
    [LIT, { y: y - 0.6, from: 0.8, wide: 12, high: 3, rise: 1.8, taper: 0.4 }],
  ],
  round: ({ hood }) => [[LIT, { y: hood - 5.2, from: 5, radius: 3.3 }]],
  oval: ({ hood }) => [[LIT, { y: hood - 9, from: 3.2, radius: 2.6, high: 6.5 }]],
  block: ({ y }) => [
    [DARK, { y: y - 1.4, from: 0, wide: 12, high: 6.4, rise: 0.4, taper: 0.9 }],
    [LIT, { y: y - 0.2, from: 0.5, wide: 10.5, high: 2, rise: 0.3 }],
    [LIT, { y: y - 3.2, from: 0.5, wide: 10.5, high: 1.2, rise: 0.3 }],
  ],
  pixel: ({ y }) => [
    [DARK, { y: y - 0.6, from: 0, wide: 12, high: 4.4 }],
    ...[0.8, 4.2, 7.6].map((from): Shape => [LIT, { y: y - 0.6, from, wide: 2.4, high: 2.6 }]),
  ],
  tall: ({ hood, nose }) => [
    [DARK, { y: (hood + nose) / 2 + 1, from: 0, wide: 5, high: (hood - nose) * 0.9 }],
    [LIT, { y: (hood + nose) / 2 + 1, from: 0.5, wide: 2, high: (hood - nose) * 0.8 }],
  ],
  bar: ({ y }) => [[LIT, { y: y + 1.4, from: 0, wide: 14, high: 1.1, rise: 0.9, taper: 0.8 }]],
  upright: ({ y }) => [
    [DARK, { y: y - 4, from: 0, wide: 4.2, high: 13 }],
    [LIT, { y: y - 4, from: 0.7, wide: 1.6, high: 11.5 }],
  ],
} satisfies Record<
  string,
  (heights: { y: number; hood: number; nose: number }) => readonly Shape[]
>;

const REAR = {
  slim: (y) => [
    [RED, { y, from: 0, wide: 18, high: 3, rise: 0.8, taper: 0.3 }],
    [GLOW, { y, from: 0.3, wide: 12, high: 0.7, rise: 0.5 }],
  ],
  wedge: (y) => [
    [RED, { y: y - 0.6, from: 0, wide: 14, high: 5.4, rise: 1.4, taper: 0.4 }],
    [GLOW, { y, from: 0.4, wide: 9, high: 0.8, rise: 0.9 }],
  ],
  tall: (y) => [
    [RED, { y: y + 3, from: 0, wide: 3.4, high: 17, taper: 0.8 }],
    [GLOW, { y: y + 3, from: 0.6, wide: 0.9, high: 14 }],
  ],
  block: (y) => [
    [RED, { y: y - 1.6, from: 0, wide: 6, high: 7.5, taper: 0.9 }],
    [GLOW, { y: y - 1.6, from: 0.6, wide: 4, high: 0.8 }],
  ],
  pixel: (y) => [
    [DARK_RED, { y, from: 0, wide: 11, high: 4.6 }],
    ...[0.7, 4, 7.3].map((from): Shape => [RED, { y, from, wide: 2.4, high: 3 }]),
  ],
  round: (y) => [[RED, { y: y - 2, from: 4, radius: 2.5 }]],
  bar: (y) => [[RED, { y: y + 1, from: 0, wide: 15, high: 1.3, rise: 0.4, taper: 0.7 }]],
  upright: (y) => [
    [RED, { y: y - 2, from: 0, wide: 4, high: 13 }],
    [GLOW, { y: y - 2, from: 0.7, wide: 1, high: 11 }],
  ],
} satisfies Record<string, (y: number) => readonly Shape[]>;

export type FrontLamp = keyof typeof FRONT;
export type RearLamp = keyof typeof REAR;

function drawLamp(car: Car, side: Side, shapes: readonly Shape[]): string {
  return shapes
    .map(([fill, shape]) =>
      "radius" in shape
        ? ellipseAt(car, side, shape, fill)
        : `<path d="${lampShape(car, side, shape)}" ${fill}/>`,
    )
    .join("");
}

export function frontLamp(lamp: FrontLamp, car: Car): string {
  const { outline, profile } = car;
  const hood = outline.at(profile.hoodX, profile.hoodY).y;
  const nose = outline.at(0, profile.noseY).y;
  return drawLamp(car, "nose", FRONT[lamp]({ y: hood - 3.6, hood, nose }));
}

export function rearLamp(lamp: RearLamp, car: Car): string {
  const { outline, profile } = car;
  const tail = outline.at(profile.tailX, profile.tailY).y;
  const rear = outline.at(100, profile.rearY).y;
  return drawLamp(car, "tail", REAR[lamp](Math.min(tail - 3.4, Math.max(rear, tail - 9))));
}
