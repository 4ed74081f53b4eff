/** Bounds, wording and sources of the cost assumptions (costs.md#assumptions). */
import { toKilometers, toMiles } from "../../domain/distance.ts";
import type { Assumption } from "../../domain/assumption.ts";
import type { CostFigure } from "../../domain/ownership.ts";
import type { StatePrices } from "./state-prices.ts";

/** Converts miles per US gallon to liters per 100 km, and back. */
const turnEconomy = (figure: number) => 235.214583 / figure;

/** Cents per mile become fewer cents per kilometer. */
const perMile = { toShown: toMiles, toValue: toKilometers };

const money = { prefix: "$", min: 0 } as const;
const percent = { unit: "%", min: 0, decimals: 1 } as const;

export const COST_FIGURES: Readonly<Record<CostFigure, Assumption & { source: string }>> = {
  milesPerYear: {
    parameter: "saveMiles",
    label: "Miles per year",
    unit: "mi",
    min: 500,
    max: 100_000,
    decimals: 0,
    source: "Between the averages per car and per driver (FHWA).",
    km: {
      label: "Kilometers per year",
      unit: "km",
      toShown: toKilometers,
      toValue: toMiles,
    },
  },
  gasPrice: {
    parameter: "saveGas",
    label: "Gas price",
    prefix: "$",
    unit: "/gal",
    min: 0.5,
    max: 20,
    decimals: 3,
    source: "U.S., the next four quarters (EIA, September 2026). It was $4.354 on October 5.",
  },
  electricityPrice: {
    parameter: "saveKwh",
    label: "Electricity price",
    prefix: "$",
    unit: "/kWh",
    min: 0.01,
    max: 2,
    decimals: 4,
    source: "U.S. homes, January to July 2026 (EIA).",
  },
  years: {
    parameter: "saveYears",
    label: "Years you keep it",
    unit: "years",
    min: 1,
    max: 30,
    decimals: 0,
    source: "About how long a new car stays with its first owner.",
  },
  fastPercent: {
    ...percent,
    parameter: "saveFast",
    label: "Charged at fast chargers",
    max: 100,
    source: "Owners charge over 80% at home (J.D. Power, 2024; IEA).",
  },
  fastPrice: {
    ...money,
    parameter: "saveFastPrice",
    label: "Price at fast chargers",
    unit: "/kWh",
    max: 5,
    decimals: 3,
    source: "U.S. average, early 2025 (Paren); $0.39 to $0.63 by network in September 2026.",
  },
  evUpkeepPerMile: {
    ...money,
    parameter: "saveEvCare",
    label: "Electric car’s maintenance",
    unit: "/mi",
    max: 1.609344, // a dollar per kilometer
    decimals: 3,
    source:
      "Scheduled, over a car’s life (Argonne National Laboratory, April 2021). Consumer Reports’ owner survey found about half that (2020).",
    km: { unit: "/km", ...perMile },
  },
  evFeePerYear: {
    ...money,
    parameter: "saveFee",
    label: "Electric car’s yearly fee",
    unit: "/year",
    max: 5000,
    decimals: 2,
    source: "Most states charge one. Choose your state above.",
  },
  chargingLossPercent: {
    ...percent,
    parameter: "saveLoss",
    label: "Charging losses",
    max: 50,
    source:
      "Used only when there is no EPA figure. Tests found 12-15% at 240 V (Car and Driver, 2021).",
  },
  gridCo2PerKwh: {
    parameter: "saveGridKg",
    label: "CO₂ of the grid",
    unit: "kg/kWh",
    min: 0,
    max: 2,
    decimals: 4,
    source: "U.S. average at the plants, 747.9 lb per MWh (EPA, eGRID2024).",
  },
  gasCarPrice: {
    parameter: "saveCar",
    label: "Gas car’s price",
    prefix: "$",
    unit: "",
    min: 1000,
    max: 500_000,
    decimals: 0,
    source: "About the price of a compact SUV.",
  },
  gasCarMpg: {
    parameter: "saveMpg",
    label: "Gas car’s economy",
    unit: "mpg",
    min: 5,
    max: 150,
    decimals: 1,
    source: "New 2023 cars without plug-ins (EPA Automotive Trends, November 2024).",
    km: { unit: "L/100 km", toShown: turnEconomy, toValue: turnEconomy },
  },
  gasUpkeepPerMile: {
    ...money,
    parameter: "saveGasCare",
    label: "Gas car’s maintenance",
    unit: "/mi",
    max: 1.609344, // a dollar per kilometer
    decimals: 3,
    source:
      "Same source as for the electric car. AAA finds a smaller difference: electric cars 2 to 28% cheaper to maintain (2026).",
    km: { unit: "/km", ...perMile },
  },
  gasolineCo2PerGallon: {
    parameter: "saveGasKg",
    label: "CO₂ of gasoline",
    unit: "kg/gal",
    min: 0,
    max: 20,
    decimals: 3,
    source: "8,887 g per gallon burned (EPA).",
  },
  downPaymentPercent: {
    ...percent,
    parameter: "saveDown",
    label: "Down payment",
    max: 100,
    source: "Of each car’s price. Our estimate: enter yours.",
  },
  aprPercent: {
    ...percent,
    parameter: "saveApr",
    label: "Interest (APR)",
    max: 40,
    decimals: 2,
    source: "New-car loans, third quarter of 2026 (Edmunds).",
  },
  loanMonths: {
    parameter: "saveMonths",
    label: "Length of the loan",
    unit: "months",
    min: 1,
    max: 120,
    decimals: 0,
    source: "New-car loans, third quarter of 2026 (Edmunds).",
  },
  evDepreciationPercent: {
    ...percent,
    parameter: "saveEvLoss",
    label: "Electric car, in five years",
    max: 99,
    source: "iSeeCars, 2026, for 2020 and 2021 cars; probably too high for today’s prices.",
  },
  gasDepreciationPercent: {
    ...percent,
    parameter: "saveGasLoss",
    label: "Gas car, in five years",
    max: 99,
    source: "All cars (iSeeCars, 2026).",
  },
};

/** Typed when the consumption is unknown; kept for each car. */
export const CONSUMPTION: Assumption = {
  parameter: "saveUse",
  label: "Consumption",
  unit: "kWh/100 mi",
  min: 10,
  max: 150,
  decimals: 1,
  km: { unit: "kWh/100 km", ...perMile },
};

export const ASKED: readonly CostFigure[] = [
  "milesPerYear",
  "gasPrice",
  "electricityPrice",
  "years",
];

interface Group {
  readonly title: string;
  readonly names: readonly CostFigure[];
  /** counts only if this flag is on */
  readonly ifOn?: { readonly flag: "hasLoan" | "depreciates"; readonly label: string };
}

export const ASSUMED: readonly Group[] = [
  {
    title: "Electric car",
    names: [
      "fastPercent",
      "fastPrice",
      "evUpkeepPerMile",
      "evFeePerYear",
      "gridCo2PerKwh",
      "chargingLossPercent",
    ],
  },
  {
    title: "Gas car",
    names: ["gasCarPrice", "gasCarMpg", "gasUpkeepPerMile", "gasolineCo2PerGallon"],
  },
  {
    title: "Loan",
    names: ["downPaymentPercent", "aprPercent", "loanMonths"],
    ifOn: { flag: "hasLoan", label: "Finance with a loan" },
  },
  {
    title: "Depreciation",
    names: ["evDepreciationPercent", "gasDepreciationPercent"],
    ifOn: { flag: "depreciates", label: "Count resale value" },
  },
];

/** The figures that a state fills in. */
export const OF_STATE = [
  "electricityPrice",
  "gasPrice",
  "evFeePerYear",
  "gridCo2PerKwh",
] as const satisfies readonly CostFigure[];

const withNote = (note: string) => note && ` Note: ${note}.`;

/** Returns the source of a figure and its date. */
export function sourceOf(name: CostFigure, state: StatePrices | undefined): string {
  if (state) {
    const { feeNote, gridNote, subregion } = state;
    if (name === "electricityPrice") return `${state.name}, homes, January to July 2026 (EIA).`;
    if (name === "gasPrice") return `${state.name}, October 9, 2026 (AAA), near a peak.`;
    if (name === "evFeePerYear")
      return `${state.name} (Tax Foundation and others, July 2026).${withNote(feeNote)}`;
    if (name === "gridCo2PerKwh")
      return `${state.name}’s main grid, ${subregion}, at the plants (EPA, eGRID2024).${withNote(gridNote)}`;
  }
  return COST_FIGURES[name].source;
}
