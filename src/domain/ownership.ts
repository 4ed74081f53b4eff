/**
 * Calculates what a car costs to own compared with a gas car (costs.md#savings-section). Money is in US
 * dollars, CO2 in kilograms.
 */
import { present } from "./trims.ts";
import type { Trim } from "./vehicle.ts";

/** Default figures; their sources are in cost-inputs.ts. */
const DEFAULT_FIGURES = {
  milesPerYear: 12_000,
  years: 8,
  electricityPrice: 0.1819,
  gasPrice: 3.59,
  gasCarMpg: 24.9,
  gasCarPrice: 30_000,
  /** share of the electricity bought at fast chargers */
  fastPercent: 20,
  fastPrice: 0.5,
  evUpkeepPerMile: 0.061,
  gasUpkeepPerMile: 0.101,
  evFeePerYear: 0,
  /** share of the paid energy that is lost before it reaches the battery */
  chargingLossPercent: 12,
  gridCo2PerKwh: 0.339,
  gasolineCo2PerGallon: 8.887,
  /** percent of the price */
  downPaymentPercent: 10,
  aprPercent: 7,
  loanMonths: 70,
  /** percent of the price, over five years */
  evDepreciationPercent: 57.2,
  gasDepreciationPercent: 41.8,
};

export type CostFigure = keyof typeof DEFAULT_FIGURES;

export interface CostInputs extends Readonly<Record<CostFigure, number>> {
  readonly hasLoan: boolean;
  /** counts the loss in value instead of the whole price */
  readonly depreciates: boolean;
}

export const DEFAULT_COSTS: CostInputs = { ...DEFAULT_FIGURES, hasLoan: false, depreciates: false };

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

/** Amounts per year. */
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

export interface Ownership {
  readonly use: Use | null;
  /** null when `use` is null */
  readonly running: Running | null;
  readonly gasRunning: Running;
  /** over all years, and CO2 in kilograms; negative when the electric car costs or emits more */
  readonly fuelSaved: number | null;
  readonly co2Saved: number | null;
  /** price difference to the gas car */
  readonly extraPrice: number | null;
  /** the fields below are null without a price or `use`; `ahead` is negative for a car that costs more */
  readonly ahead: number | null;
  readonly costPerYear: number | null;
  readonly gasCostPerYear: number;
  readonly breakEven: BreakEven | null;
}

const DEPRECIATION_YEARS = 5;
/** Nobody keeps a car longer than this. */
const LONGEST_YEARS = 100;

type Loan = Pick<CostInputs, "downPaymentPercent" | "aprPercent" | "loanMonths">;

/** Returns the monthly payment for the price less the down payment. */
export function paymentOf(price: number, loan: Loan): number {
  const { downPaymentPercent, aprPercent, loanMonths } = loan;
  const lent = price * (1 - downPaymentPercent / 100);
  const rate = aprPercent / 1200;
  return rate === 0 ? lent / loanMonths : (lent * rate) / (1 - (1 + rate) ** -loanMonths);
}

/** Returns the interest for the first months of a loan with equal monthly payments. */
export function interestOf(price: number, loan: Loan, months: number): number {
  const { downPaymentPercent, aprPercent, loanMonths } = loan;
  const lent = price * (1 - downPaymentPercent / 100);
  const rate = aprPercent / 1200;
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
export function ownershipOf(car: OwnedCar, inputs: CostInputs = DEFAULT_COSTS): Ownership {
  const { milesPerYear, years } = inputs;
  const use = wallUseOf(car, inputs);
  const running = use && runningOf(use, inputs);
  const gasRunning = gasRunningOf(inputs);
  const price = present(car.price);
  const gasCo2 = (milesPerYear / inputs.gasCarMpg) * inputs.gasolineCo2PerGallon;
  const co2 = use && (milesPerYear / 100) * use.kwhPer100Miles * inputs.gridCo2PerKwh;
  const gasAfter = gasCostAfter(inputs);
  const after = evCostAfter(price, running, inputs);
  const aheadAfter = after && ((year: number) => gasAfter(year) - after(year));
  return {
    use,
    running,
    gasRunning,
    fuelSaved: running && (gasRunning.fuel - running.fuel) * years,
    co2Saved: co2 === null ? null : (gasCo2 - co2) * years,
    extraPrice: price === null ? null : price - inputs.gasCarPrice,
    ahead: aheadAfter && aheadAfter(years),
    costPerYear: after && after(years) / years,
    gasCostPerYear: gasAfter(years) / years,
    breakEven: aheadAfter && breakEvenOf(aheadAfter),
  };
}

function gasCostAfter(inputs: CostInputs) {
  const running = gasRunningOf(inputs);
  return (years: number) =>
    costAfter(years, inputs.gasCarPrice, running, inputs.gasDepreciationPercent, inputs);
}

function evCostAfter(price: number | null, running: Running | null, inputs: CostInputs) {
  if (price === null || running === null) return null;
  return (years: number) => costAfter(years, price, running, inputs.evDepreciationPercent, inputs);
}

/** Returns an empty array without a price or the car's consumption. */
export function costsByYear(car: OwnedCar, inputs: CostInputs): YearCosts[] {
  const use = wallUseOf(car, inputs);
  const after = evCostAfter(present(car.price), use && runningOf(use, inputs), inputs);
  if (!after) return [];
  const gasAfter = gasCostAfter(inputs);
  return Array.from({ length: inputs.years + 1 }, (_, year) => ({
    year,
    ev: after(year),
    gas: gasAfter(year),
  }));
}
