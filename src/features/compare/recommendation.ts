/** Decides which of the compared cars suits which need, and why (comparing.md#recommendation). */
import { DISTANCE_FORMATS, type DistanceFormats } from "../../domain/distance.ts";
import { formatAcceleration, formatNumber, formatPrice } from "../../domain/format.ts";
import { countOf } from "../../domain/counts.ts";
import { present, zeroToSixtyOf } from "../../domain/trims.ts";
import { sayDuration, type TripInputs, tripOf, USUAL_TRIP } from "../../domain/trip.ts";
import type { Trim } from "../../domain/vehicle.ts";
import type { Chosen } from "./compare.ts";
import { shortNames } from "./short-names.ts";
import { splitByLead } from "./verdict.ts";
import { listInWords } from "../../domain/list-in-words.ts";

interface Conditions {
  trip: TripInputs;
  distance: DistanceFormats;
}

interface Need {
  name: string;
  valueOf: (trim: Trim, conditions: Conditions) => number | null;
  better: "lower" | "higher";
  /** smaller differences do not count */
  least: number;
  sayValue: (value: number) => string;
  sayConditions?: (conditions: Conditions) => string;
}

const LONG_TRIPS: Need = {
  name: "long trips",
  valueOf: (trim, { trip }) => tripOf(trim, trip)?.minutes ?? null,
  better: "lower",
  least: 10,
  sayValue: sayDuration,
  sayConditions: ({ trip, distance }) =>
    ` for ${distance.formatRange(trip.miles)} at ${distance.formatTopSpeed(trip.mph)}` +
    (trip.isWinter ? " in winter" : ""),
};
const PRICE: Need = {
  name: "price",
  valueOf: ({ price }) => present(price),
  better: "lower",
  least: 500,
  sayValue: formatPrice,
};
const SEATS: Need = {
  name: "seats",
  valueOf: ({ seating }) => present(seating),
  better: "higher",
  least: 1,
  sayValue: (seats) => countOf(seats, "seat"),
};
const CARGO: Need = {
  name: "cargo",
  valueOf: ({ cargoCapacity }) => present(cargoCapacity),
  better: "higher",
  least: 3,
  sayValue: (cubicFeet) => `${formatNumber(cubicFeet, 1)} cu ft of cargo`,
};
const QUICKNESS: Need = {
  name: "acceleration",
  valueOf: zeroToSixtyOf,
  better: "lower",
  least: 0.5,
  sayValue: (seconds) => `0-60 in ${formatAcceleration(seconds)}`,
};
const FAST_CHARGING: Need = {
  name: "fast charging",
  valueOf: ({ charging }) => present(charging),
  better: "lower",
  least: 3,
  sayValue: (minutes) => `10-80% in ${formatNumber(minutes)} min`,
};

interface Choice {
  need: string;
  /** several when they are equally good */
  names: readonly string[];
  reasons: readonly string[];
  /** cars that were left out because a figure is missing */
  unknown: readonly string[];
}

type Car = Readonly<{ name: string; trim: Trim }>;

/** Never chooses a car without the figure, or any car when the differences are too small. */
function chooseFor(need: Need, cars: readonly Car[], conditions: Conditions): Choice | null {
  const known = cars.flatMap(({ name, trim }) => {
    const value = need.valueOf(trim, conditions);
    return value === null ? [] : { name, value };
  });
  const leaders = splitByLead(known, need)?.leaders;
  if (!leaders) return null;
  const values = leaders.map(({ value }) => need.sayValue(value));
  return {
    need: need.name,
    names: cars.flatMap(({ name }) => (leaders.some((one) => one.name === name) ? name : [])),
    reasons: [[...new Set(values)].join(" and ") + (need.sayConditions?.(conditions) ?? "")],
    unknown: cars.flatMap(({ name }) => (known.some((one) => one.name === name) ? [] : name)),
  };
}

/** Lists the values of these cars, each value once. */
function sayValues(need: Need, cars: readonly Car[], conditions: Conditions): string {
  const values = cars.flatMap(({ trim }) => need.valueOf(trim, conditions) ?? []);
  return [...new Set(values.map(need.sayValue))].join(" and ");
}

/** Combines seats and cargo, unless they favour different cars. */
function chooseForSpace(cars: readonly Car[], conditions: Conditions): Choice[] {
  const [seats, cargo] = [SEATS, CARGO].map((need) => chooseFor(need, cars, conditions));
  if (!seats || !cargo) {
    const only = seats ?? cargo;
    return only ? [{ ...only, need: "space" }] : [];
  }
  const names = seats.names.filter((name) => cargo.names.includes(name));
  if (names.length === 0) return [seats, cargo];
  const best = cars.filter(({ name }) => names.includes(name));
  return [
    {
      need: "space",
      names,
      reasons: [SEATS, CARGO].map((need) => sayValues(need, best, conditions)),
      unknown: [...new Set([...seats.unknown, ...cargo.unknown])],
    },
  ];
}

export interface Recommendation {
  /** `For long trips the Ioniq 5. For price the Equinox EV.`; "" when nothing is recommended */
  readonly words: string;
  /** `Long trips: 7 h 40 min for 500 miles at 70 mph. Price: $33,600.` */
  readonly reasons: string;
}

/** Recommends a car for each need that the figures decide; needs with the same car are combined. */
export function recommend(
  chosen: readonly Chosen[],
  trip: TripInputs = USUAL_TRIP,
  distance: DistanceFormats = DISTANCE_FORMATS.miles,
): Recommendation {
  const names = shortNames(chosen);
  const cars = chosen.map(({ trim }, at) => ({ name: names[at] ?? "", trim }));
  const conditions = { trip, distance };
  const choose = (need: Need) => chooseFor(need, cars, conditions) ?? [];
  const choices = [
    choose(LONG_TRIPS),
    choose(PRICE),
    chooseForSpace(cars, conditions),
    choose(QUICKNESS),
    choose(FAST_CHARGING),
  ].flat();
  const byCar = Map.groupBy(choices, (one) => one.names.join(" or the "));
  return {
    words: [...byCar]
      .map(([car, some]) => `For ${listInWords(some.map(({ need }) => need))} the ${car}.`)
      .join(" "),
    reasons: choices.map(sayReasons).join(" "),
  };
}

function sayReasons({ need, reasons, unknown }: Choice): string {
  const capital = need.slice(0, 1).toUpperCase() + need.slice(1);
  const without = unknown.length > 0 ? ` (${listInWords(unknown)} unknown)` : "";
  return `${capital}: ${reasons.join(", ")}${without}.`;
}
