/** The fuel-cost calculator (readings 5, Savings). Money is US dollars, CO2 pounds. */
import { type DistanceFormats, toMiles } from "../../vehicle/distance.ts";
import { formatNumber, NOT_AVAILABLE } from "../../vehicle/format.ts";
import { present } from "../../vehicle/trims.ts";
import type { Trim } from "../../vehicle/vehicle.ts";
import type { SavingsInputs } from "./savings-inputs.ts";

export type SavingsCar = Pick<Trim, "battery" | "range" | "price">;

type BreakEven =
  | { readonly kind: "start" }
  | { readonly kind: "after"; readonly years: number }
  | { readonly kind: "never" };

export type Savings = ReturnType<typeof calculateSavings>;

function breakEvenOf(extraPrice: number, savedPerYear: number): BreakEven {
  if (extraPrice <= 0) return { kind: "start" };
  return savedPerYear > 0 ? { kind: "after", years: extraPrice / savedPerYear } : { kind: "never" };
}

/**
 * Money and CO2 that are saved are negative where the electric car costs or emits more. Null without
 * battery or range; `extraPrice`, above the gas car's, and `breakEven` without a price.
 */
export function calculateSavings(inputs: SavingsInputs, car: SavingsCar) {
  const battery = present(car.battery);
  const range = present(car.range);
  const price = present(car.price);
  const gallons = inputs.milesPerYear / inputs.gasCarMpg;
  const gasFuelPerYear = gallons * inputs.gasPrice;
  const extraPrice = price === null ? null : price - inputs.gasCarPrice;
  if (battery === null || range === null) return { ...NOT_KNOWN, gasFuelPerYear, extraPrice };
  const useKwhPer100Miles = (battery / range) * 100;
  /** with charging losses */
  const wallKwhPer100Miles = useKwhPer100Miles / (1 - inputs.chargingLossPercent / 100);
  const kwh = (inputs.milesPerYear / 100) * wallKwhPer100Miles;
  const evFuelPerYear = kwh * inputs.electricityPrice;
  const savedPerYear = gasFuelPerYear - evFuelPerYear;
  const co2SavedPerYear = gallons * inputs.gasolineCo2PerGallon - kwh * inputs.gridCo2PerKwh;
  return {
    useKwhPer100Miles,
    wallKwhPer100Miles,
    evFuelPerYear,
    gasFuelPerYear,
    savedPerYear,
    savedInAll: savedPerYear * inputs.years,
    co2SavedPerYear,
    co2SavedInAll: co2SavedPerYear * inputs.years,
    extraPrice,
    breakEven: extraPrice === null ? null : breakEvenOf(extraPrice, savedPerYear),
  };
}

const NOT_KNOWN = {
  useKwhPer100Miles: null,
  wallKwhPer100Miles: null,
  evFuelPerYear: null,
  savedPerYear: null,
  savedInAll: null,
  co2SavedPerYear: null,
  co2SavedInAll: null,
  breakEven: null,
};

export interface YearCosts {
  readonly year: number;
  readonly ev: number;
  readonly gas: number;
}

/** Of price and fuel, or of fuel alone without a price; may be empty. */
export function costsByYear(inputs: SavingsInputs, savings: Savings): YearCosts[] {
  const { evFuelPerYear, gasFuelPerYear, extraPrice } = savings;
  if (evFuelPerYear === null) return [];
  const gasStart = extraPrice === null ? 0 : inputs.gasCarPrice;
  const evStart = gasStart + (extraPrice ?? 0);
  return Array.from({ length: inputs.years + 1 }, (_, year) => ({
    year,
    ev: evStart + year * evFuelPerYear,
    gas: gasStart + year * gasFuelPerYear,
  }));
}

interface Said {
  value: string;
  note: string;
}

export function sayDollars(dollars: number): string {
  const whole = Math.round(dollars);
  return `${whole < 0 ? "-" : ""}$${formatNumber(Math.abs(whole))}`;
}

export function sayPounds(pounds: number): string {
  return `${formatNumber(pounds)} lb`;
}

export function sayYears(years: number): string {
  if (years < 0.1) return "Under 0.1 years";
  if (years >= 100) return "100+ years";
  const tenths = Number(years.toFixed(1));
  return tenths === 1 ? "1 year" : `${tenths} years`;
}

export function sayBreakEven(savings: Savings, { years }: SavingsInputs): Said {
  const { breakEven, extraPrice, savedPerYear } = savings;
  if (breakEven === null) {
    const isUnknown = savedPerYear === null;
    return {
      value: NOT_AVAILABLE,
      note: isUnknown ? "Needs battery and range" : "This trim has no price yet",
    };
  }
  const extra = sayDollars(Math.abs(extraPrice ?? 0));
  switch (breakEven.kind) {
    case "start":
      return {
        value: "From day one",
        note: extraPrice === 0 ? "Both cost the same to buy" : `${extra} less to buy`,
      };
    case "after":
      return {
        value: sayYears(breakEven.years),
        note: `${extra} more to buy${breakEven.years > years ? "; after you sell it" : ""}`,
      };
    case "never":
      return { value: "Never", note: `${extra} more to buy, and nothing saved` };
  }
}

/** Includes charging losses. */
export function sayUse(
  { wallKwhPer100Miles, useKwhPer100Miles }: Savings,
  { unit, short }: Pick<DistanceFormats, "unit" | "short">,
): Said {
  if (wallKwhPer100Miles === null || useKwhPer100Miles === null)
    return { value: NOT_AVAILABLE, note: "Needs battery and range" };
  const inUnit = (kwh: number) => (unit === "km" ? toMiles(kwh) : kwh).toFixed(1);
  return {
    value: `${inUnit(wallKwhPer100Miles)} kWh`,
    note: `for 100 ${short}; ${inUnit(useKwhPer100Miles)} before charging losses`,
  };
}
