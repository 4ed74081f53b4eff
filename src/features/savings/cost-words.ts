import { formatNumber, listInWords, NOT_AVAILABLE } from "../../domain/format.ts";
import { formatWithUnit } from "../../domain/assumption.ts";
import type { DistanceUnit } from "../../domain/distance.ts";
import { type CostInputs, type Ownership, paymentOf } from "../../domain/ownership.ts";
import { present } from "../../domain/trims.ts";
import type { Trim } from "../../domain/vehicle.ts";
import { COST_FIGURES } from "../../domain/cost-figures.ts";

const POUNDS_PER_KILOGRAM = 2.204_622_6;

export function formatDollars(dollars: number): string {
  const whole = Math.round(dollars);
  return `${whole < 0 ? "-" : ""}$${formatNumber(Math.abs(whole))}`;
}

/** `$627.73` */
function formatCents(dollars: number): string {
  const [whole, cents] = dollars.toFixed(2).split(".");
  return `$${formatNumber(Number(whole))}.${cents}`;
}

/** `["$53,598", "over 6 years, $744 per month"]` */
export function formatTotal({ costPerYear }: Ownership, years: number): [string, string] {
  if (costPerYear === null) return [NOT_AVAILABLE, ""];
  const perMonth = formatDollars(costPerYear / 12);
  return [
    formatDollars(costPerYear * years),
    `over ${formatWholeYears(years)}, ${perMonth} per month`,
  ];
}

/** `["$627.73", "with a loan at 7%"]` */
export function formatPayment(
  { price }: Pick<Trim, "price">,
  inputs: CostInputs,
  say = formatCents,
): [string, string] {
  const dollars = present(price);
  if (dollars === null) return [NOT_AVAILABLE, "price unknown"];
  return [say(paymentOf(dollars, inputs)), `with a loan at ${inputs.aprPercent}%`];
}

/** `electricity and maintenance`, what a year costs besides the price */
export function listRunningCosts({ evFeePerYear }: CostInputs): string {
  return listInWords(["electricity", "maintenance", ...(evFeePerYear > 0 ? ["EV fee"] : [])]);
}

/** `Compared with a $30,000 gas car at 24.9 mpg` */
export function formatGasCar(inputs: CostInputs, unit: DistanceUnit): string {
  const say = (name: "gasCarPrice" | "gasCarMpg") =>
    formatWithUnit(COST_FIGURES[name], inputs[name], unit);
  return `Compared with a ${say("gasCarPrice")} gas car at ${say("gasCarMpg")}`;
}

/** `7,263 lb of CO₂ saved per year` */
export function formatCo2Saved({ co2Saved }: Ownership, years: number): string {
  if (co2Saved === null) return `CO₂ saved per year ${NOT_AVAILABLE}`;
  const pounds = (co2Saved / years) * POUNDS_PER_KILOGRAM;
  return `${formatNumber(pounds)} lb of CO₂ saved per year`;
}

export function formatWholeYears(years: number): string {
  return years === 1 ? "1 year" : `${years} years`;
}

export function formatYears(years: number): string {
  return years < 0.1 ? "under 0.1 years" : formatWholeYears(Number(years.toFixed(1)));
}

/** `["$2,946", "ahead after 8 years"]` */
export function formatAhead({ ahead, use }: Ownership, years: number): [string, string] {
  if (ahead === null)
    return [NOT_AVAILABLE, use === null ? "consumption unknown" : "price unknown"];
  const side = Math.round(ahead) < 0 ? "behind" : "ahead";
  return [formatDollars(Math.abs(ahead)), `${side} after ${formatWholeYears(years)}`];
}

export function formatFuel({ fuelSaved }: Ownership): string {
  if (fuelSaved === null) return `Fuel alone: ${NOT_AVAILABLE}`;
  const rest = Math.round(fuelSaved) < 0 ? "more" : "saved";
  return `Fuel alone: ${formatDollars(Math.abs(fuelSaved))} ${rest}`;
}

/** Only the years of ownership count, as in formatAhead(). */
export function formatBreakEven({ breakEven }: Ownership, years: number): string {
  switch (breakEven?.kind) {
    case undefined:
      return NOT_AVAILABLE;
    case "start":
      return "From day one";
    case "never":
      return "Never";
    case "after":
      return `After ${breakEven.years > years ? `${years}+ years` : formatYears(breakEven.years)}`;
    case "until":
      // Rounded down, because a car that is behind at the end was not ahead until then.
      return `Ahead for ${formatYears(Math.floor(10 * Math.min(breakEven.years, years)) / 10)}`;
  }
}
