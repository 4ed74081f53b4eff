/** The cost assumptions: cost-figures.json has their defaults, bounds, wording and sources (costs.md#assumptions). */
import { type Assumption, IN_KM } from "./assumption.ts";
import FIGURES from "./cost-figures.json" with { type: "json" };
import { toKilometers, toMiles } from "./distance.ts";
import { keysOf, record } from "./records.ts";

export type CostGroup = "Electric car" | "Gas car" | "Loan" | "Depreciation";

/** Converts miles per US gallon to liters per 100 km, and back. */
const invertEconomy = (figure: number) => 235.214583 / figure;

export const PER_MILE = { toShown: toMiles, toValue: toKilometers };

interface CostEntry extends Assumption {
  readonly default: number;
  readonly source: string;
  /** without one, it is asked for first */
  readonly group?: CostGroup;
}

export type CostFigure = keyof typeof FIGURES;

const IN_KILOMETERS: Partial<Record<CostFigure, Assumption["km"]>> = {
  milesPerYear: { ...IN_KM, label: "Kilometers per year" },
  evUpkeepPerMile: { unit: "/km", ...PER_MILE },
  gasUpkeepPerMile: { unit: "/km", ...PER_MILE },
  gasCarMpg: { unit: "L/100 km", toShown: invertEconomy, toValue: invertEconomy },
};

/** In the order of the address and the screen. */
export const COST_FIGURES = record(keysOf(FIGURES), (name) => {
  const km = IN_KILOMETERS[name];
  // A test checks that each group is one of them.
  return { ...FIGURES[name], ...(km && { km }) } as CostEntry;
});
