/** The costs of a car and of a gas car in US dollars, and their CO2 in kilograms (costs.md#savings-section). */
import { COST_FIGURES, type CostFigure } from "./cost-figures.ts";
import { keysOf, record } from "./records.ts";
import { present } from "./trims.ts";
import type { Trim } from "./vehicle.ts";

export interface CostInputs extends Readonly<Record<CostFigure, number>> {
  readonly hasLoan: boolean;
  /** counts the loss in value instead of the whole price */
  readonly depreciates: boolean;
}

export const DEFAULT_COSTS: CostInputs = {
  ...record(keysOf(COST_FIGURES), (name) => COST_FIGURES[name].default),
  hasLoan: false,
  depreciates: false,
};

export interface OwnedCar extends Pick<Trim, "consumption" | "battery" | "range" | "price"> {
  /** kWh for 100 miles at the wall; takes precedence over the known consumption */
  readonly typedUse?: number | null | undefined;
}

export interface Use {
  /** at the wall, including charging losses */
  readonly kwhPer100Miles: number;
  readonly from: "typed" | "consumption" | "battery";
}

/** Returns null when the consumption is neither typed nor known and the battery or range is missing. */
export function wallUseOf(
  { typedUse, consumption, battery, range }: OwnedCar,
  { chargingLossPercent }: Pick<CostInputs, "chargingLossPercent">,
): Use | null {
  const typed = present(typedUse);
  if (typed !== null) return { kwhPer100Miles: typed, from: "typed" };
  const known = present(consumption);
  if (known !== null) return { kwhPer100Miles: known, from: "consumption" };
  const kwh = present(battery);
  const miles = present(range);
  if (kwh === null || miles === null) return null;
  const atTheWall = ((kwh / miles) * 100) / (1 - chargingLossPercent / 100);
  return { kwhPer100Miles: atTheWall, from: "battery" };
}

export interface Running {
  readonly fuel: number;
  readonly upkeep: number;
  readonly fee: number;
}

type BreakEven =
  | { readonly kind: "start" | "never" }
  /** ahead from then on, or only until then */
  | { readonly kind: "after" | "until"; readonly years: number };

/** Counted from the day of purchase. */
export interface YearCosts {
  readonly year: number;
  readonly ev: number;
  readonly gas: number;
}

export type Ownership = ReturnType<typeof ownershipOf>;

const DEPRECIATION_YEARS = 5;
/** Nobody keeps a car longer than this. */
const LONGEST_YEARS = 100;

type Loan = Pick<CostInputs, "downPaymentPercent" | "aprPercent" | "loanMonths">;

/** @returns the amount lent and the interest per month */
function termsOf(price: number, { downPaymentPercent, aprPercent, loanMonths }: Loan) {
  return { lent: price * (1 - downPaymentPercent / 100), rate: aprPercent / 1200, loanMonths };
}

export function paymentOf(price: number, loan: Loan): number {
  const { lent, rate, loanMonths } = termsOf(price, loan);
  return rate === 0 ? lent / loanMonths : (lent * rate) / (1 - (1 + rate) ** -loanMonths);
}

/** Returns the interest for the first months of a loan with equal monthly payments. */
export function interestOf(price: number, loan: Loan, months: number): number {
  const { lent, rate, loanMonths } = termsOf(price, loan);
  if (rate === 0) return 0;
  const paidMonths = Math.min(months, loanMonths);
  const payment = paymentOf(price, loan);
  const growth = (1 + rate) ** paidMonths;
  const owed = lent * growth - (payment * (growth - 1)) / rate;
  return payment * paidMonths - (lent - owed);
}

function costAfter(
  years: number,
  price: number,
  running: Running,
  fiveYearPercent: number,
  inputs: CostInputs,
): number {
  const worth = inputs.depreciates ? worthAfter(years, price, fiveYearPercent) : 0;
  const interest = inputs.hasLoan ? interestOf(price, inputs, years * 12) : 0;
  return price - worth + interest + years * (running.fuel + running.upkeep + running.fee);
}

export function worthAfter(years: number, price: number, fiveYearPercent: number): number {
  return price * (1 - fiveYearPercent / 100) ** (years / DEPRECIATION_YEARS);
}

function gasRunningOf(inputs: CostInputs): Running {
  const { milesPerYear, gasCarMpg, gasPrice, gasUpkeepPerMile } = inputs;
  const fuel = (milesPerYear / gasCarMpg) * gasPrice;
  return { fuel, upkeep: milesPerYear * gasUpkeepPerMile, fee: 0 };
}

function runningOf({ kwhPer100Miles }: Use, inputs: CostInputs): Running {
  const { milesPerYear, electricityPrice, fastPercent, fastPrice } = inputs;
  const fast = fastPercent / 100;
  const perKwh = (1 - fast) * electricityPrice + fast * fastPrice;
  return {
    fuel: (milesPerYear / 100) * kwhPer100Miles * perKwh,
    upkeep: milesPerYear * inputs.evUpkeepPerMile,
    fee: inputs.evFeePerYear,
  };
}

/** A year's costs change linearly between its start and end. */
function breakEvenOf(aheadAfter: (years: number) => number): BreakEven {
  const isAhead = (year: number) => aheadAfter(year) >= 0;
  const last = isAhead(LONGEST_YEARS);
  let year = LONGEST_YEARS - 1;
  while (year >= 0 && isAhead(year) === last) year -= 1;
  if (year < 0) return { kind: last ? "start" : "never" };
  const before = aheadAfter(year);
  const years = year + before / (before - aheadAfter(year + 1));
  if (last) return { kind: "after", years };
  return years > 0 ? { kind: "until", years } : { kind: "never" };
}

/** Money owed on a loan counts as spent. Without depreciation the car has no value at the end. */
export function ownershipOf(car: OwnedCar, inputs: CostInputs) {
  const { milesPerYear, years } = inputs;
  const use = wallUseOf(car, inputs);
  const running = use && runningOf(use, inputs);
  const gasRunning = gasRunningOf(inputs);
  const price = present(car.price);
  const gasCo2 = (milesPerYear / inputs.gasCarMpg) * inputs.gasolineCo2PerGallon;
  const co2 = use && (milesPerYear / 100) * use.kwhPer100Miles * inputs.gridCo2PerKwh;
  const gasCostAfter = (year: number) =>
    costAfter(year, inputs.gasCarPrice, gasRunning, inputs.gasDepreciationPercent, inputs);
  const evCostAfter =
    price === null || running === null
      ? null
      : (year: number) => costAfter(year, price, running, inputs.evDepreciationPercent, inputs);
  const aheadAfter = evCostAfter && ((year: number) => gasCostAfter(year) - evCostAfter(year));
  return {
    use,
    /** null when `use` is null */
    running,
    gasRunning,
    /** over all years, and CO2 in kilograms; negative when the electric car costs or emits more */
    fuelSaved: running && (gasRunning.fuel - running.fuel) * years,
    co2Saved: co2 === null ? null : (gasCo2 - co2) * years,
    extraPrice: price === null ? null : price - inputs.gasCarPrice,
    /** null without a price or `use`, like the fields below; negative for a car that costs more */
    ahead: aheadAfter && aheadAfter(years),
    costPerYear: evCostAfter && evCostAfter(years) / years,
    breakEven: aheadAfter && breakEvenOf(aheadAfter),
    evCostAfter,
    gasCostAfter,
    gasCostPerYear: gasCostAfter(years) / years,
  };
}

/** Returns an empty array without a price or the car's consumption. */
export function costsByYear(
  { evCostAfter, gasCostAfter }: Pick<Ownership, "evCostAfter" | "gasCostAfter">,
  years: number,
): YearCosts[] {
  if (!evCostAfter) return [];
  return Array.from({ length: years + 1 }, (_, year) => ({
    year,
    ev: evCostAfter(year),
    gas: gasCostAfter(year),
  }));
}
