import { n } from "./wheel.ts";
import type { Outline, Point, Profile } from "./outline.ts";

export const FRONT_LAMPS = [
  "slim",
  "wedge",
  "round",
  "oval",
  "block",
  "pixel",
  "tall",
  "bar",
  "upright",
] as const;
export type FrontLamp = (typeof FRONT_LAMPS)[number];
export const REAR_LAMPS = [
  "slim",
  "wedge",
  "tall",
  "block",
  "pixel",
  "round",
  "bar",
  "upright",
] as const;
export type RearLamp = (typeof REAR_LAMPS)[number];

/** The car that the lamps are drawn for. */
interface Car {
  outline: Outline;
  px: (point: Point) => string;
  profile: Profile;
}

const LIT = 'fill="#eef2f5"';
const RED = 'fill="#d51a28"';

/** The x of the body's edge at this height, at the nose or the tail. */
function edgeAt({ points }: Outline, y: number, side: "nose" | "tail"): number {
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

function lampShape(car: Car, side: "nose" | "tail", rect: Rect): string {
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

function circleAt(
  car: Car,
  side: "nose" | "tail",
  y: number,
  from: number,
  radius: number,
  fill: string,
  high = radius,
) {
  const x = edgeAt(car.outline, y, side) + (side === "nose" ? from : -from);
  const [cx = "", cy = ""] = car.px({ x, y }).split(" ");
  return `<ellipse cx="${cx}" cy="${cy}" rx="${n(radius * 2.6)}" ry="${n(high * 3.3)}" fill="#23272c"/><ellipse cx="${cx}" cy="${cy}" rx="${n(radius * 2.1)}" ry="${n(high * 2.75)}" ${fill} stroke="#fff" stroke-opacity=".7"/>`;
}

export function frontLamp(lamp: FrontLamp, car: Car): string {
  const { outline, profile } = car;
  const hood = outline.at(profile.hoodX, profile.hoodY).y;
  const nose = outline.at(0, profile.noseY).y;
  const y = hood - 3.6;
  const shape = (rect: Rect) => lampShape(car, "nose", rect);
  const dark = (rect: Rect) => `<path d="${shape(rect)}" fill="#1b2026"/>`;
  const lit = (rect: Rect) => `<path d="${shape(rect)}" ${LIT}/>`;
  switch (lamp) {
    case "slim":
      return (
        dark({ y, from: 0, wide: 17, high: 3.6, rise: 1.6, taper: 0.3 }) +
        lit({ y: y + 0.3, from: 0.4, wide: 15, high: 1.5, rise: 1.5, taper: 0.3 })
      );
    case "wedge":
      return (
        dark({ y: y - 0.6, from: 0, wide: 16, high: 5.6, rise: 2.4, taper: 0.35 }) +
        lit({ y: y - 0.6, from: 0.8, wide: 12, high: 3, rise: 1.8, taper: 0.4 })
      );
    case "round":
      return circleAt(car, "nose", hood - 5.2, 5, 3.3, LIT);
    case "oval":
      return circleAt(car, "nose", hood - 9, 3.2, 2.6, LIT, 6.5);
    case "block":
      return (
        dark({ y: y - 1.4, from: 0, wide: 12, high: 6.4, rise: 0.4, taper: 0.9 }) +
        lit({ y: y - 0.2, from: 0.5, wide: 10.5, high: 2, rise: 0.3 }) +
        lit({ y: y - 3.2, from: 0.5, wide: 10.5, high: 1.2, rise: 0.3 })
      );
    case "pixel":
      return (
        dark({ y: y - 0.6, from: 0, wide: 12, high: 4.4 }) +
        [0.8, 4.2, 7.6].map((from) => lit({ y: y - 0.6, from, wide: 2.4, high: 2.6 })).join("")
      );
    case "tall":
      return (
        dark({ y: (hood + nose) / 2 + 1, from: 0, wide: 5, high: (hood - nose) * 0.9, rise: 0 }) +
        lit({ y: (hood + nose) / 2 + 1, from: 0.5, wide: 2, high: (hood - nose) * 0.8 })
      );
    case "upright":
      return (
        dark({ y: y - 4, from: 0, wide: 4.2, high: 13 }) +
        lit({ y: y - 4, from: 0.7, wide: 1.6, high: 11.5 })
      );
    case "bar":
      return lit({ y: y + 1.4, from: 0, wide: 14, high: 1.1, rise: 0.9, taper: 0.8 });
  }
}

export function rearLamp(lamp: RearLamp, car: Car): string {
  const { outline, profile } = car;
  const tail = outline.at(profile.tailX, profile.tailY).y;
  const rear = outline.at(100, profile.rearY).y;
  const y = Math.min(tail - 3.4, Math.max(rear, tail - 9));
  const red = (rect: Rect) => `<path d="${lampShape(car, "tail", rect)}" ${RED}/>`;
  const glow = (rect: Rect) => `<path d="${lampShape(car, "tail", rect)}" fill="#ff8a80"/>`;
  switch (lamp) {
    case "slim":
      return (
        red({ y, from: 0, wide: 18, high: 3, rise: 0.8, taper: 0.3 }) +
        glow({ y, from: 0.3, wide: 12, high: 0.7, rise: 0.5 })
      );
    case "wedge":
      return (
        red({ y: y - 0.6, from: 0, wide: 14, high: 5.4, rise: 1.4, taper: 0.4 }) +
        glow({ y, from: 0.4, wide: 9, high: 0.8, rise: 0.9 })
      );
    case "tall":
      return (
        red({ y: y + 3, from: 0, wide: 3.4, high: 17, taper: 0.8 }) +
        glow({ y: y + 3, from: 0.6, wide: 0.9, high: 14 })
      );
    case "upright":
      return (
        red({ y: y - 2, from: 0, wide: 4, high: 13 }) +
        glow({ y: y - 2, from: 0.7, wide: 1, high: 11 })
      );
    case "block":
      return (
        red({ y: y - 1.6, from: 0, wide: 6, high: 7.5, taper: 0.9 }) +
        glow({ y: y - 1.6, from: 0.6, wide: 4, high: 0.8 })
      );
    case "pixel":
      return (
        `<path d="${lampShape(car, "tail", { y, from: 0, wide: 11, high: 4.6 })}" fill="#3a0d11"/>` +
        [0.7, 4, 7.3].map((from) => red({ y, from, wide: 2.4, high: 3 })).join("")
      );
    case "round":
      return circleAt(car, "tail", y - 2, 4, 2.5, RED);
    case "bar":
      return red({ y: y + 1, from: 0, wide: 15, high: 1.3, rise: 0.4, taper: 0.7 });
  }
}
