/** A visitor's choices for the costs, and their address (costs.md#sharing). */
import { figureParameters, figuresIn, parseAssumption } from "../../domain/assumption.ts";
import type { Codec } from "../../ui/page-query.ts";
import { readStored, type Stored, writeStored } from "../../ui/storage.ts";
import { CONSUMPTION, STATE_FIGURES } from "./cost-inputs.ts";
import { type CostInputs, DEFAULT_COSTS } from "../../domain/ownership.ts";
import { STATES } from "./state-prices.ts";
import { MAX_COMPARED } from "../compare/compare.ts";
import { COST_FIGURES, type CostFigure } from "../../domain/cost-figures.ts";

/** Maximum number of characters read from an address parameter. */
const MAX_PARAMETER_CHARACTERS = 100;

export interface CostChoice {
  /** null for the compared cars, or the default one */
  readonly rowIds: readonly number[] | null;
  /** its postal code; null for U.S. averages */
  readonly state: string | null;
  /** figures that differ from the defaults or from the state's */
  readonly figures: Partial<Readonly<Record<CostFigure, number>>>;
  readonly hasLoan: boolean;
  readonly depreciates: boolean;
  /** typed consumption by row, in kWh per 100 miles */
  readonly uses: Readonly<Record<number, number>>;
}

export const DEFAULT_CHOICE: CostChoice = {
  rowIds: null,
  state: null,
  figures: {},
  hasLoan: false,
  depreciates: false,
  uses: {},
};

const CARS = "saveEv";
const STATE = "saveState";
const LOAN = "saveLoan";
const VALUE = "saveValue";
const PARAMETERS: ReadonlySet<string> = new Set([
  CARS,
  STATE,
  LOAN,
  VALUE,
  CONSUMPTION.parameter,
  ...Object.values(COST_FIGURES).map(({ parameter }) => parameter),
]);
const ID = /^[1-9]\d{0,14}$/u;

function parseCosts(search: string): CostChoice {
  const query = new URLSearchParams(search);
  const listOf = (name: string) =>
    (query.get(name) ?? "").slice(0, MAX_PARAMETER_CHARACTERS).split(",");
  const ids = listOf(CARS).filter((id) => ID.test(id));
  const uses = listOf(CONSUMPTION.parameter).flatMap((part) => {
    const [id = "", text = ""] = part.split(":");
    const figure = parseAssumption(CONSUMPTION, text, "address");
    return ID.test(id) && "value" in figure ? [[id, figure.value] as const] : [];
  });
  const state = query.get(STATE) ?? "";
  return {
    rowIds: ids.length > 0 ? [...new Set(ids)].slice(0, MAX_COMPARED).map(Number) : null,
    state: STATES.has(state) ? state : null,
    figures: figuresIn(COST_FIGURES, query),
    hasLoan: query.get(LOAN) === "true",
    depreciates: query.get(VALUE) === "true",
    uses: Object.fromEntries(uses.slice(0, MAX_COMPARED)),
  };
}

function serializeCosts(choice: CostChoice): string {
  const { rowIds, state, figures, hasLoan, depreciates, uses } = choice;
  const typed = Object.entries(uses).map(([id, use]) => `${id}:${use}`);
  return [
    ...(rowIds ? [`${CARS}=${rowIds.join(",")}`] : []),
    ...(state ? [`${STATE}=${state}`] : []),
    ...(hasLoan ? [`${LOAN}=true`] : []),
    ...(depreciates ? [`${VALUE}=true`] : []),
    ...(typed.length > 0 ? [`${CONSUMPTION.parameter}=${typed.join(",")}`] : []),
    // A value that is normal for the country may be unusual for a state.
    ...figureParameters(COST_FIGURES, figures, state ? withoutState(DEFAULT_COSTS) : DEFAULT_COSTS),
  ].join("&");
}

function withoutState(figures: CostChoice["figures"]): CostChoice["figures"] {
  const rest = { ...figures };
  for (const name of STATE_FIGURES) delete rest[name];
  return rest;
}

/** A visitor's own settings, without the cars that they belong to (costs.md#sharing). */
const SETTINGS: Stored<CostChoice> = {
  key: "ev_cost_settings",
  parse: (text) => parseCosts(text ?? ""),
  format: (choice) => serializeCosts({ ...choice, rowIds: null, uses: {} }) || null,
};

export function rememberCosts(choice: CostChoice): void {
  writeStored(SETTINGS, choice);
}

function hasSettings(search: string): boolean {
  return [...new URLSearchParams(search).keys()].some(
    (name) => name !== CARS && PARAMETERS.has(name),
  );
}

/** Settings in an address win over the remembered ones. */
function openCosts(search: string): CostChoice {
  const choice = parseCosts(search);
  return hasSettings(search) ? choice : { ...readStored(SETTINGS), rowIds: choice.rowIds };
}

export const COST_CODEC: Codec<CostChoice> = {
  isSetting: true,
  owns: (parameter: string) => PARAMETERS.has(parameter),
  parse: parseCosts,
  serialize: serializeCosts,
  open: openCosts,
};

/** Returns a query for others: it also overrides what they remember. */
export function costsToShare(choice: CostChoice): string {
  const query = serializeCosts(choice);
  const { years } = DEFAULT_COSTS;
  return hasSettings(query) ? query : `${query}&${COST_FIGURES.years.parameter}=${years}`;
}

export function inputsOf(choice: CostChoice): CostInputs {
  const { figures, hasLoan, depreciates } = choice;
  return { ...baseOf(choice), ...figures, hasLoan, depreciates };
}

function baseOf({ state }: CostChoice) {
  const prices = STATES.get(state ?? "");
  const ofState = prices && Object.fromEntries(STATE_FIGURES.map((name) => [name, prices[name]]));
  return { ...DEFAULT_COSTS, ...ofState };
}

/** A figure that equals the default does not count as the visitor's. */
export function withFigure(choice: CostChoice, name: CostFigure, value: number): CostChoice {
  const { [name]: _before, ...others } = choice.figures;
  const isDefault = baseOf(choice)[name] === value;
  return { ...choice, figures: isDefault ? others : { ...others, [name]: value } };
}

/** @param use typed consumption in kWh per 100 miles */
export function withUse(choice: CostChoice, rowId: number, use: number): CostChoice {
  return { ...choice, uses: { ...choice.uses, [rowId]: use } };
}

/** Fills in the state's figures, replacing typed ones. */
export function withState(choice: CostChoice, state: string | null): CostChoice {
  return { ...choice, state, figures: withoutState(choice.figures) };
}
