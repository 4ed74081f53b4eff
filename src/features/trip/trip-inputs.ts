/** The trip's assumptions: bounds, sources and address (beyond 3). */
import {
  type Assumption,
  figureParameters,
  figuresIn,
  namesOf,
} from "../assumptions/assumption.ts";
import { toKilometers, toMiles } from "../../vehicle/distance.ts";
import { RANGE_AT_SPEED, type TripInputs, type TripSpeed, USUAL_TRIP } from "./trip.ts";

export const TRIP_FIGURES = {
  miles: {
    parameter: "tripMiles",
    label: "Distance",
    unit: "mi",
    min: 20,
    max: 5000,
    decimals: 0,
    slider: { min: 100, max: 1500, step: 50 },
    km: {
      unit: "km",
      slider: { min: 200, max: 2400, step: 50 },
      toShown: toKilometers,
      toValue: toMiles,
    },
  },
  rangePercent: {
    parameter: "tripRange",
    label: "Share of EPA range at this speed",
    unit: "%",
    min: 20,
    max: 150,
    decimals: 1,
    source:
      "At 75 mph cars fall 12.5% short of the EPA range on average (Car and Driver, SAE paper of April 2023); at 70 mph most of 30 come within a few miles (Consumer Reports, 2025), of which 95% is our reading. By model it is 84 to 120%.",
  },
  winterPercent: {
    parameter: "tripCold",
    label: "Left of it in winter",
    unit: "%",
    min: 20,
    max: 100,
    decimals: 0,
    source:
      "At 20 °F, from 30,000 cars on the road (Recurrent, winter 2025-26). AAA’s laboratory measured 61% (May 2026).",
  },
  stopMinutes: {
    parameter: "tripStop",
    label: "Each stop, besides charging",
    unit: "min",
    min: 0,
    max: 60,
    decimals: 0,
    source: "To leave the road, plug in and pay. Our estimate.",
  },
} as const satisfies Record<string, Assumption>;

export const TRIP_SPEEDS: readonly TripSpeed[] = [65, 70, 75];

const SPEED = "tripMph";
const WINTER = "tripWinter";
const PARAMETERS = new Set<string>([
  SPEED,
  WINTER,
  ...namesOf(TRIP_FIGURES).map((name) => TRIP_FIGURES[name].parameter),
]);

export function atSpeed(inputs: TripInputs, mph: TripSpeed): TripInputs {
  return { ...inputs, mph, rangePercent: RANGE_AT_SPEED[mph] };
}

function usualAt(mph: TripSpeed): TripInputs {
  return atSpeed(USUAL_TRIP, mph);
}

export const TRIP_ADDRESS = {
  usual: USUAL_TRIP,
  owns: (parameter: string) => PARAMETERS.has(parameter),
  parse(search: string): TripInputs {
    const query = new URLSearchParams(search);
    const mph = TRIP_SPEEDS.find((speed) => String(speed) === query.get(SPEED)) ?? USUAL_TRIP.mph;
    const isWinter = query.get(WINTER) === "true";
    return { ...usualAt(mph), isWinter, ...figuresIn(TRIP_FIGURES, query) };
  },
  serialise(inputs: TripInputs): string {
    return [
      ...(inputs.mph === USUAL_TRIP.mph ? [] : [`${SPEED}=${inputs.mph}`]),
      ...(inputs.isWinter ? [`${WINTER}=true`] : []),
      ...figureParameters(TRIP_FIGURES, inputs, usualAt(inputs.mph)),
    ].join("&");
  },
};
