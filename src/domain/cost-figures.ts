/** The cost assumptions: their defaults, bounds, wording and sources (costs.md#assumptions). */
import { type Assumption, IN_KM } from "./assumption.ts";
import { toKilometers, toMiles } from "./distance.ts";

export type CostGroup = "Electric car" | "Gas car" | "Loan" | "Depreciation";

/** Converts miles per US gallon to liters per 100 km, and back. */
const invertEconomy = (figure: number) => 235.214583 / figure;

export const PER_MILE = { toShown: toMiles, toValue: toKilometers };

const money = { prefix: "$", min: 0 } as const;
const percent = { unit: "%", min: 0, decimals: 1 } as const;

interface CostEntry extends Assumption {
  readonly default: number;
  readonly source: string;
  /** without one, it is asked for first */
  readonly group?: CostGroup;
}

/** In the order of the address and the screen. */
const FIGURES = {
  milesPerYear: {
    default: 12_000,
    parameter: "saveMiles",
    label: "Miles per year",
    unit: "mi",
    min: 500,
    max: 100_000,
    decimals: 0,
    source: "Between the averages per car and per driver (FHWA).",
    km: { ...IN_KM, label: "Kilometers per year" },
  },
  gasPrice: {
    default: 3.59,
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
    default: 0.1819,
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
    default: 8,
    parameter: "saveYears",
    label: "Years you keep it",
    unit: "years",
    min: 1,
    max: 30,
    decimals: 0,
    source: "About how long a new car stays with its first owner.",
  },
  fastPercent: {
    group: "Electric car",
    default: 20,
    ...percent,
    parameter: "saveFast",
    label: "Charged at fast chargers",
    max: 100,
    source: "Owners charge over 80% at home (J.D. Power, 2024; IEA).",
  },
  fastPrice: {
    group: "Electric car",
    default: 0.5,
    ...money,
    parameter: "saveFastPrice",
    label: "Price at fast chargers",
    unit: "/kWh",
    max: 5,
    decimals: 3,
    source: "U.S. average, early 2025 (Paren); $0.39 to $0.63 by network in September 2026.",
  },
  evUpkeepPerMile: {
    group: "Electric car",
    default: 0.061,
    ...money,
    parameter: "saveEvCare",
    label: "Electric car’s maintenance",
    unit: "/mi",
    max: 1.609344, // a dollar per kilometer
    decimals: 3,
    source:
      "Scheduled, over a car’s life (Argonne National Laboratory, April 2021). Consumer Reports’ owner survey found about half that (2020).",
    km: { unit: "/km", ...PER_MILE },
  },
  evFeePerYear: {
    group: "Electric car",
    default: 0,
    ...money,
    parameter: "saveFee",
    label: "Electric car’s yearly fee",
    unit: "/year",
    max: 5000,
    decimals: 2,
    source: "Most states charge one. Choose your state above.",
  },
  gridCo2PerKwh: {
    group: "Electric car",
    default: 0.339,
    parameter: "saveGridKg",
    label: "CO₂ of the grid",
    unit: "kg/kWh",
    min: 0,
    max: 2,
    decimals: 4,
    source: "U.S. average at the plants, 747.9 lb per MWh (EPA, eGRID2024).",
  },
  chargingLossPercent: {
    group: "Electric car",
    default: 12,
    ...percent,
    parameter: "saveLoss",
    label: "Charging losses",
    max: 50,
    source:
      "Used only when there is no EPA figure. Tests found 12-15% at 240 V (Car and Driver, 2021).",
  },
  gasCarPrice: {
    group: "Gas car",
    default: 30_000,
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
    group: "Gas car",
    default: 24.9,
    parameter: "saveMpg",
    label: "Gas car’s economy",
    unit: "mpg",
    min: 5,
    max: 150,
    decimals: 1,
    source: "New 2023 cars without plug-ins (EPA Automotive Trends, November 2024).",
    km: { unit: "L/100 km", toShown: invertEconomy, toValue: invertEconomy },
  },
  gasUpkeepPerMile: {
    group: "Gas car",
    default: 0.101,
    ...money,
    parameter: "saveGasCare",
    label: "Gas car’s maintenance",
    unit: "/mi",
    max: 1.609344, // a dollar per kilometer
    decimals: 3,
    source:
      "Same source as for the electric car. AAA finds a smaller difference: electric cars 2 to 28% cheaper to maintain (2026).",
    km: { unit: "/km", ...PER_MILE },
  },
  gasolineCo2PerGallon: {
    group: "Gas car",
    default: 8.887,
    parameter: "saveGasKg",
    label: "CO₂ of gasoline",
    unit: "kg/gal",
    min: 0,
    max: 20,
    decimals: 3,
    source: "8,887 g per gallon burned (EPA).",
  },
  downPaymentPercent: {
    group: "Loan",
    default: 10,
    ...percent,
    parameter: "saveDown",
    label: "Down payment",
    max: 100,
    source: "Of each car’s price. Our estimate: enter yours.",
  },
  aprPercent: {
    group: "Loan",
    default: 7,
    ...percent,
    parameter: "saveApr",
    label: "Interest (APR)",
    max: 40,
    decimals: 2,
    source: "New-car loans, third quarter of 2026 (Edmunds).",
  },
  loanMonths: {
    group: "Loan",
    default: 70,
    parameter: "saveMonths",
    label: "Length of the loan",
    unit: "months",
    min: 1,
    max: 120,
    decimals: 0,
    source: "New-car loans, third quarter of 2026 (Edmunds).",
  },
  evDepreciationPercent: {
    group: "Depreciation",
    default: 57.2,
    ...percent,
    parameter: "saveEvLoss",
    label: "Electric car, in five years",
    max: 99,
    source: "iSeeCars, 2026, for 2020 and 2021 cars; probably too high for today’s prices.",
  },
  gasDepreciationPercent: {
    group: "Depreciation",
    default: 41.8,
    ...percent,
    parameter: "saveGasLoss",
    label: "Gas car, in five years",
    max: 99,
    source: "All cars (iSeeCars, 2026).",
  },
} satisfies Readonly<Record<string, CostEntry>>;

export type CostFigure = keyof typeof FIGURES;

export const COST_FIGURES: Readonly<Record<CostFigure, CostEntry>> = FIGURES;
