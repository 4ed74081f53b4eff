/** How the cost assumptions are grouped, and which of them a state fills in (costs.md#assumptions). */
import type { Assumption } from "../../domain/assumption.ts";
import {
  COST_FIGURES,
  type CostFigure,
  type CostGroup,
  PER_MILE,
} from "../../domain/cost-figures.ts";
import { keysOf } from "../../domain/records.ts";
import { STATES } from "./state-prices.ts";

/** Typed when the consumption is unknown; kept for each car. */
export const CONSUMPTION: Assumption = {
  parameter: "saveUse",
  label: "Consumption",
  unit: "kWh/100 mi",
  min: 10,
  max: 150,
  decimals: 1,
  km: { unit: "kWh/100 km", ...PER_MILE },
};

function figuresOf(group: CostGroup | undefined): readonly CostFigure[] {
  return keysOf(COST_FIGURES).filter((name) => COST_FIGURES[name].group === group);
}

/** The figures that are asked for first. */
export const ESSENTIAL_FIGURES = figuresOf(undefined);

interface Group {
  readonly title: string;
  readonly names: readonly CostFigure[];
  /** counts only if this flag is on */
  readonly dependsOn?: { readonly flag: "hasLoan" | "depreciates"; readonly label: string };
}

export const ASSUMPTION_GROUPS: readonly Group[] = [
  { title: "Electric car", names: figuresOf("Electric car") },
  { title: "Gas car", names: figuresOf("Gas car") },
  {
    title: "Loan",
    names: figuresOf("Loan"),
    dependsOn: { flag: "hasLoan", label: "Finance with a loan" },
  },
  {
    title: "Depreciation",
    names: figuresOf("Depreciation"),
    dependsOn: { flag: "depreciates", label: "Count resale value" },
  },
];

/** The figures that a state fills in. */
export const STATE_FIGURES = [
  "electricityPrice",
  "gasPrice",
  "evFeePerYear",
  "gridCo2PerKwh",
] as const satisfies readonly CostFigure[];

const withNote = (note: string) => note && ` Note: ${note}.`;

/** @param code of the state, or null */
export function sourceOf(name: CostFigure, code: string | null): string {
  const state = STATES.get(code ?? "");
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
