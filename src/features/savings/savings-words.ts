import { type DistanceFormats, toMiles } from "../../vehicle/distance.ts";
import { NOT_AVAILABLE } from "../../vehicle/format.ts";
import { formatNumber } from "../../vehicle/numbers.ts";
import type { Savings } from "./savings.ts";
import type { SavingsInputs } from "./savings-inputs.ts";

interface Said {
  value: string;
  /** what it means, in a few words */
  note: string;
}

/** Whole dollars; here 0 is a sum and not a missing price: `$0`, `-$120`, `$6,545`. */
export function sayDollars(dollars: number): string {
  const whole = Math.round(dollars);
  return `${whole < 0 ? "-" : ""}$${formatNumber(Math.abs(whole))}`;
}

/** `5,200 lb` */
export function sayPounds(pounds: number): string {
  return `${formatNumber(pounds)} lb`;
}

/** Years with one decimal: `4.4 years`, `1 year`; less than a tenth is said in words. */
export function sayYears(years: number): string {
  if (years < 0.1) return "Under 0.1 years";
  if (years >= 100) return "100+ years";
  const tenths = Number(years.toFixed(1));
  return tenths === 1 ? "1 year" : `${tenths} years`;
}

/** When the EV has paid back its price. */
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

/** Electricity for 100 miles or kilometers, as paid for. */
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
