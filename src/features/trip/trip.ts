/** How long a long drive takes (beyond 3). Distances are miles, times minutes. */
import { present } from "../../vehicle/trims.ts";
import type { Trim } from "../../vehicle/vehicle.ts";

/** What of the EPA range is left at a steady speed, in percent, by miles an hour. */
export const RANGE_AT_SPEED = { 65: 100, 70: 95, 75: 87.5 } as const;
export type TripSpeed = keyof typeof RANGE_AT_SPEED;

export interface TripInputs {
  readonly miles: number;
  readonly mph: TripSpeed;
  /** of the EPA range, at this speed */
  readonly rangePercent: number;
  readonly isWinter: boolean;
  /** of the range at this speed, at 20 °F; counts in winter */
  readonly winterPercent: number;
  /** added to each stop's charging: the way off the road, plugging in and paying */
  readonly stopMinutes: number;
}

export const USUAL_TRIP: TripInputs = {
  miles: 500,
  mph: 70,
  rangePercent: RANGE_AT_SPEED[70],
  isWinter: false,
  winterPercent: 70,
  stopMinutes: 5,
};

/** Shares of the battery: full at the start, never below 10 %, charged from 10 to 80 %. */
const FIRST_LEG_SHARE = 0.9;
const CHARGED_SHARE = 0.7;
/** A rest below this, of rounding, is no reason for another stop. */
const LEAST_REST = 1e-9;

export interface Trip {
  /** miles at this speed and temperature, from full to empty */
  readonly highwayRange: number;
  readonly stops: number;
  readonly chargingMinutes: number;
  /** driving, charging and what each stop takes besides */
  readonly minutes: number;
}

/** Null without a range or a fast charging time. */
export function tripOf(
  car: Pick<Trim, "range" | "charging">,
  { miles, mph, rangePercent, isWinter, winterPercent, stopMinutes }: TripInputs = USUAL_TRIP,
): Trip | null {
  const range = present(car.range);
  const fullStop = present(car.charging);
  if (range === null || fullStop === null) return null;
  const highwayRange = range * (rangePercent / 100) * (isWinter ? winterPercent / 100 : 1);
  const rest = Math.max(0, miles - FIRST_LEG_SHARE * highwayRange);
  /** of 10 to 80 %; the last one is a part */
  const charges = rest / (CHARGED_SHARE * highwayRange);
  const stops = Math.max(0, Math.ceil(charges - LEAST_REST));
  const chargingMinutes = charges * fullStop;
  return {
    highwayRange,
    stops,
    chargingMinutes,
    minutes: (miles / mph) * 60 + chargingMinutes + stops * stopMinutes,
  };
}

/** `7 h 40 min` */
export function sayDuration(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
