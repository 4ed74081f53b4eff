/** A car's side view from its measures (pictures.md#drawings): nose at the left, heights above the ground. */
import type { Measures } from "./measures.ts";

/** `x` is in percent of the length from the nose, `y` in percent of the height from the ground. */
export interface Profile {
  /** front axle, x */
  axle: number;
  /** a tire's diameter in inches */
  tire: number;
  /** the foremost point, y */
  noseY: number;
  /** where the hood starts */
  hoodX: number;
  hoodY: number;
  /** where the windshield starts */
  cowlX: number;
  cowlY: number;
  /** where the windshield meets the roof */
  roofX: number;
  roofY: number;
  /** the highest point, x */
  peakX: number;
  /** where the roof ends and the rear window, the tailgate or the back of a cab starts */
  backX: number;
  backY: number;
  /** where a trunk or bed starts, or a tailgate bends down */
  deckX: number;
  deckY: number;
  /** its rear end */
  tailX: number;
  tailY: number;
  /** the rearmost point, y */
  rearY: number;
  /** how round the corners are: 0 sharp, 10 round */
  round: number;
  /** the lower edge of the side windows, y at the front and at the rear */
  beltFront: number;
  beltRear: number;
  /** the rear end of the side windows, x at the roof and at the belt */
  glassTop: number;
  glassEnd: number;
}

export interface Point {
  x: number;
  y: number;
}

interface Corner extends Point {
  /** the most inches that the rounding takes from each edge */
  radius: number;
}

export interface Outline {
  /** along the body, from the chin over nose, roof and tail to the lower end of the rear */
  points: readonly Point[];
  bends: readonly Bend[];
  frontAxle: number;
  rearAxle: number;
  tireRadius: number;
  /** height of the body above the ground at `x` inches from the nose */
  topAt(this: void, x: number): number;
  /** converts percent of the profile to inches */
  at(this: void, xPercent: number, yPercent: number): Point;
}

/** A corner becomes a curve that starts and ends on its edges; a sharp corner is a single point. */
interface Bend {
  from: Point;
  corner: Point;
  to: Point;
}

const STEPS = 10;

function bendsOf(corners: readonly Corner[]): Bend[] {
  return corners.map((corner, index) => {
    const toward = (other: Corner = corner): Point => {
      const away = Math.hypot(other.x - corner.x, other.y - corner.y) || 1;
      const share = Math.min(0.5, corner.radius / away);
      return {
        x: corner.x + (other.x - corner.x) * share,
        y: corner.y + (other.y - corner.y) * share,
      };
    };
    return { from: toward(corners[index - 1]), corner, to: toward(corners[index + 1]) };
  });
}

function pointsOf({ from, corner, to }: Bend): Point[] {
  return steps(0, 1, STEPS).map((t) => {
    const mix = (a: number, b: number, c: number) =>
      (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
    return { x: mix(from.x, corner.x, to.x), y: mix(from.y, corner.y, to.y) };
  });
}

/** The outline for these measures: its length, height, wheelbase and clearance are exact. */
export function outlineOf(measures: Measures, profile: Profile): Outline {
  const { length, height, wheelbase, groundClearance } = measures;
  const raw = (x: number, y: number) => ({ x: (x * length) / 100, y: (y * height) / 100 });
  const { round } = profile;
  const corner = (x: number, y: number, radius: number): Corner => ({ ...raw(x, y), radius });
  const bottom = (groundClearance * 100) / height;
  const corners: Corner[] = [
    corner(9, bottom, 0),
    corner(2.2, bottom + 3, 0.5 * round),
    corner(0, profile.noseY, 1.6 * round),
    corner(profile.hoodX, profile.hoodY, 2.2 * round),
    corner(profile.cowlX, profile.cowlY, round),
    corner(profile.roofX, profile.roofY, 3 * round),
    corner(profile.peakX, 100, 20 * round),
    corner(profile.backX, profile.backY, 3 * round),
    corner(profile.deckX, profile.deckY, 1.2 * round),
    corner(profile.tailX, profile.tailY, 0.6 * round),
    corner(100, profile.rearY, 1.5 * round),
    corner(98.2, bottom + 3, 0.6 * round),
    corner(92, bottom, 0),
  ];
  const bends = bendsOf(corners);
  const curve = bends.flatMap(pointsOf);
  // Rounding shortens the nose, tail and roof, so the result is stretched back to the full measures.
  const [least, most] = [
    Math.min(...curve.map(({ x }) => x)),
    Math.max(...curve.map(({ x }) => x)),
  ];
  const highest = Math.max(...curve.map(({ y }) => y));
  const fit = ({ x, y }: Point): Point => ({
    x: ((x - least) * length) / (most - least),
    y:
      groundClearance +
      ((y - groundClearance) * (height - groundClearance)) / (highest - groundClearance),
  });
  const points = curve.map(fit);
  const tireRadius = Math.min(profile.tire, height * 0.48, length * 0.165) / 2;
  // Keep both wheels under the body, whatever the measures.
  const frontAxle = Math.min((profile.axle * length) / 100, length - wheelbase - tireRadius * 1.1);

  function topAt(x: number): number {
    let top = 0;
    for (const [index, b] of points.entries()) {
      const a = points[index - 1];
      if (!a || Math.min(a.x, b.x) > x || Math.max(a.x, b.x) < x) continue;
      const y = a.x === b.x ? Math.max(a.y, b.y) : a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
      top = Math.max(top, y);
    }
    return top;
  }

  return {
    points,
    bends: bends.map((bend) => ({
      from: fit(bend.from),
      corner: fit(bend.corner),
      to: fit(bend.to),
    })),
    frontAxle,
    rearAxle: frontAxle + wheelbase,
    tireRadius,
    topAt,
    at: (x, y) => fit(raw(x, y)),
  };
}

export function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, step) => from + ((to - from) * step) / count);
}
