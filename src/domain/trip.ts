/** The duration of a long drive, with its assumptions and address (costs.md#long-drives); in miles and minutes. */
import { CHARGED_SHARE, type ChargingEstimate } from "./charging-estimate.ts";
import { present } from "./trims.ts";
import type { Trim } from "./vehicle.ts";
import { type Assumption, figureParameters, figuresIn, IN_KM } from "./assumption.ts";
import FIGURES from "./trip-figures.json" with { type: "json" };

/** Percent of the EPA range that is left at a steady speed, by miles per hour. */
export const RANGE_AT_SPEED = { 65: 100, 70: 95, 75: 87.5 } as const;
export type TripSpeed = keyof typeof RANGE_AT_SPEED;

export interface TripInputs {
  readonly miles: number;
  readonly mph: TripSpeed;
  /** percent of the EPA range at this speed */
  readonly rangePercent: number;
  readonly isWinter: boolean;
  /** percent of the range at this speed when it is 20 °F; used in winter */
  readonly winterPercent: number;
  /** added to each stop's charging: leaving the road, plugging in and paying */
  readonly stopMinutes: number;
}

export const DEFAULT_TRIP: TripInputs = {
  miles: 500,
  mph: 70,
  rangePercent: RANGE_AT_SPEED[70],
  isWinter: false,
  winterPercent: 70,
  stopMinutes: 5,
};

/** The share of the battery used before the first stop: full at the start, never below 10 %. */
const FIRST_LEG_SHARE = 0.9;
/** A remainder below this is a rounding error and needs no extra stop. */
const LEAST_REST = 1e-9;

export interface Trip {
  /** miles at this speed and temperature, from full to empty */
  readonly highwayRange: number;
  readonly stops: number;
  readonly chargingMinutes: number;
  /** driving, charging and the extra minutes of each stop */
  readonly minutes: number;
  readonly isEstimated: boolean;
}

/** @param estimate its middle is used without a charging time @returns null without a range or any such time */
export function tripOf(
  car: Pick<Trim, "range" | "charging">,
  inputs: TripInputs,
  estimate: ChargingEstimate | null = null,
): Trip | null {
  const { miles, mph, stopMinutes } = inputs;
  const highwayRange = highwayRangeOf(car, inputs);
  const knownStop = present(car.charging);
  const fullStop = knownStop ?? (estimate && (estimate.minMinutes + estimate.maxMinutes) / 2);
  if (highwayRange === null || fullStop === null) return null;
  const rest = Math.max(0, miles - FIRST_LEG_SHARE * highwayRange);
  /** number of charges from 10 to 80 %; the last one may be partial */
  const charges = rest / (CHARGED_SHARE * highwayRange);
  const stops = Math.max(0, Math.ceil(charges - LEAST_REST));
  const chargingMinutes = charges * fullStop;
  return {
    highwayRange,
    stops,
    chargingMinutes,
    minutes: (miles / mph) * 60 + chargingMinutes + stops * stopMinutes,
    isEstimated: knownStop === null,
  };
}

/** Returns the miles from full to empty at this speed and temperature, or null without a range. */
export function highwayRangeOf(
  { range }: Pick<Trim, "range">,
  { rangePercent, isWinter, winterPercent }: TripInputs,
): number | null {
  const miles = present(range);
  return miles && miles * (rangePercent / 100) * (isWinter ? winterPercent / 100 : 1);
}

/** The long drive by which all cars are compared, in miles (finding.md#sorting). */
export const LONG_DRIVE_MILES = 600;

/** Returns the minutes of the long drive at 70 mph in summer; null unless range and charging time are known. */
export function longDriveMinutes(car: Pick<Trim, "range" | "charging">): number | null {
  return tripOf(car, { ...DEFAULT_TRIP, miles: LONG_DRIVE_MILES })?.minutes ?? null;
}

/** `7 h 40 min`, or with an estimated charging time `about 7 h 40 min` */
export function formatTripTime(trip: Pick<Trip, "minutes" | "isEstimated">): string {
  return `${trip.isEstimated ? "about " : ""}${formatDuration(trip.minutes)}`;
}

/** `7 h 40 min` */
export function formatDuration(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export const TRIP_FIGURES = {
  ...FIGURES,
  miles: { ...FIGURES.miles, km: IN_KM },
} satisfies Record<string, Assumption>;

export const TRIP_SPEEDS: readonly TripSpeed[] = [65, 70, 75];

const SPEED = "tripMph";
const WINTER = "tripWinter";
const PARAMETERS = new Set<string>([
  SPEED,
  WINTER,
  ...Object.values(TRIP_FIGURES).map(({ parameter }) => parameter),
]);

export function atSpeed(inputs: TripInputs, mph: TripSpeed): TripInputs {
  return { ...inputs, mph, rangePercent: RANGE_AT_SPEED[mph] };
}

export const TRIP_CODEC = {
  isSetting: true,
  owns: (parameter: string) => PARAMETERS.has(parameter),
  parse(search: string): TripInputs {
    const query = new URLSearchParams(search);
    const mph = TRIP_SPEEDS.find((speed) => String(speed) === query.get(SPEED)) ?? DEFAULT_TRIP.mph;
    const isWinter = query.get(WINTER) === "true";
    return { ...atSpeed(DEFAULT_TRIP, mph), isWinter, ...figuresIn(TRIP_FIGURES, query) };
  },
  serialize(inputs: TripInputs): string {
    return [
      ...(inputs.mph === DEFAULT_TRIP.mph ? [] : [`${SPEED}=${inputs.mph}`]),
      ...(inputs.isWinter ? [`${WINTER}=true`] : []),
      ...figureParameters(TRIP_FIGURES, inputs, atSpeed(DEFAULT_TRIP, inputs.mph)),
    ].join("&");
  },
};
