import { canonicalMake } from "../../vehicle/brands.ts";
import { isTaxCreditEligible, present, zeroToSixtyOf } from "../../vehicle/trims.ts";
import type { DriveType, Ev, Trim } from "../../vehicle/vehicle.ts";
import { QUICK_TOP_MODELS } from "./limits.ts";
import { quickFilterTakes, quickSort, type QuickFilter } from "./quick-filters.ts";
import { expandBodyType, matchesWords } from "./search.ts";
import { type Seating, seatingBand } from "./seating.ts";
import { leadingTrim, type Sort, sortModels } from "./sort.ts";
import { runToEnd } from "./turns.ts";

/** Values that a trim may lack although a filter asks for them, in the order they are reported. */
export const MISSING_FIELDS = [
  "price",
  "range",
  "acceleration",
  "seating",
  "drive",
  "cargo",
  "topSpeed",
] as const;
export type MissingField = (typeof MISSING_FIELDS)[number];

/** Inclusive; null is open. */
export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}
export const OPEN: Bounds = { min: null, max: null };

/** What a trim must satisfy: all of it (AND); within one list any value will do (OR). Empty is no filter. */
export interface VehicleFilter {
  /** lowercase, from wordsOf() */
  readonly words: readonly string[];
  /** any case, aliases too */
  readonly makes: readonly string[];
  /** body types or filter names such as Truck and SUV/Crossover */
  readonly bodyTypes: readonly string[];
  readonly seatings: readonly Seating[];
  readonly drives: readonly DriveType[];
  /** miles */
  readonly minRange: number | null;
  readonly maxRange: number | null;
  /** US dollars */
  readonly maxPrice: number | null;
  /** seconds 0-60 */
  readonly acceleration: Bounds;
  /** cubic feet */
  readonly cargo: Bounds;
  /** mph */
  readonly topSpeed: Bounds;
  readonly taxCredit: boolean;
  /** fields whose missing value passes all the same */
  readonly keepMissing: readonly MissingField[];
}

export const NO_FILTER: VehicleFilter = {
  words: [],
  makes: [],
  bodyTypes: [],
  seatings: [],
  drives: [],
  minRange: null,
  maxRange: null,
  maxPrice: null,
  acceleration: OPEN,
  cargo: OPEN,
  topSpeed: OPEN,
  taxCredit: false,
  keepMissing: [],
};

/** `missing`: nothing that is known fails, but a filtered value is not known (the first, as listed). */
export type Verdict = "pass" | "fail" | { readonly missing: MissingField };

/** One card: a model, the trim that stands for it, and all its trims that pass. */
export interface Match {
  readonly ev: Ev;
  readonly shown: Trim;
  /** `index` of each passing trim */
  readonly passing: readonly number[];
}

export interface FoundModels {
  /** one per model, sorted; the first ones where no more are wanted */
  readonly matches: readonly Match[];
  readonly modelCount: number;
  /** models without a passing trim of which one only lacks a filtered value, by the value */
  readonly leftOut: readonly { readonly field: MissingField; readonly count: number }[];
  /** passing trims of all models */
  readonly trimCount: number;
}

/** Between two possible interruptions. */
const MODELS_AT_ONCE = 16;

interface Compiled {
  readonly makes: ReadonlySet<string> | null;
  readonly bodyTypes: ReadonlySet<string> | null;
  readonly checks: readonly ((trim: Trim) => boolean | MissingField)[];
}

const compiledFilters = new WeakMap<VehicleFilter, Compiled>();
const makeKeys = new Map<string, string>();

/** A brand as it is compared: canonical and lowercase. Remembered, since brands are few. */
function makeKey(make: string): string {
  let key = makeKeys.get(make);
  if (key === undefined) {
    key = canonicalMake(make).toLowerCase();
    if (makeKeys.size > 1000) makeKeys.clear();
    makeKeys.set(make, key);
  }
  return key;
}

function within(
  field: MissingField,
  value: (trim: Trim) => number | null,
  { min, max }: Bounds,
): (trim: Trim) => boolean | MissingField {
  const lowest = min ?? -Infinity;
  const highest = max ?? Infinity;
  return (trim) => {
    const known = value(trim);
    return known === null ? field : known >= lowest && known <= highest;
  };
}

function isSet(bounds: Bounds): boolean {
  return bounds.min !== null || bounds.max !== null;
}

function compile(filter: VehicleFilter): Compiled {
  const found = compiledFilters.get(filter);
  if (found) return found;
  const checks: ((trim: Trim) => boolean | MissingField)[] = [];
  const price = { min: null, max: filter.maxPrice };
  const range = { min: filter.minRange, max: filter.maxRange };
  if (isSet(price)) checks.push(within("price", (trim) => present(trim.price), price));
  if (isSet(range)) checks.push(within("range", (trim) => present(trim.range), range));
  if (isSet(filter.acceleration))
    checks.push(within("acceleration", zeroToSixtyOf, filter.acceleration));
  if (filter.seatings.length > 0) {
    checks.push((trim) => {
      const band = seatingBand(trim.seating);
      return band === null ? "seating" : filter.seatings.includes(band);
    });
  }
  if (filter.drives.length > 0)
    checks.push((trim) => (trim.driveType ? filter.drives.includes(trim.driveType) : "drive"));
  if (isSet(filter.cargo))
    checks.push(within("cargo", (trim) => present(trim.cargoCapacity), filter.cargo));
  if (isSet(filter.topSpeed))
    checks.push(within("topSpeed", (trim) => present(trim.topSpeed), filter.topSpeed));
  const compiled: Compiled = {
    makes: filter.makes.length > 0 ? new Set(filter.makes.map(makeKey)) : null,
    bodyTypes:
      filter.bodyTypes.length > 0 ? new Set(filter.bodyTypes.flatMap(expandBodyType)) : null,
    checks,
  };
  compiledFilters.set(filter, compiled);
  return compiled;
}

function modelPasses(ev: Ev, { makes, bodyTypes }: Compiled): boolean {
  if (makes !== null && !makes.has(makeKey(ev.make))) return false;
  return bodyTypes === null || bodyTypes.has(ev.bodyType);
}

function judge(ev: Ev, trim: Trim, filter: VehicleFilter, { checks }: Compiled): Verdict {
  if (!matchesWords(ev, trim, filter.words)) return "fail";
  if (filter.taxCredit && !isTaxCreditEligible(ev, trim)) return "fail";
  let missing: MissingField | null = null;
  for (const check of checks) {
    const answer = check(trim);
    if (answer === false) return "fail";
    if (answer !== true && missing === null && !filter.keepMissing.includes(answer))
      missing = answer;
  }
  return missing === null ? "pass" : { missing };
}

/** Whether a trim satisfies a filter (§5 "Public filtering", readings 5). */
export function judgeTrim(ev: Ev, trim: Trim, filter: VehicleFilter): Verdict {
  const compiled = compile(filter);
  return modelPasses(ev, compiled) ? judge(ev, trim, filter, compiled) : "fail";
}

interface FindOptions {
  quick?: QuickFilter | null;
  /** all models that the quick filter takes, not its top 5 alone */
  isWhole?: boolean;
  /** upvotes by model id, for the sort by votes */
  votesOf?: (evId: number) => number;
  /** nothing is drawn with the cards, so that nobody has to know them again */
  isOnce?: boolean;
  /** how many of the first cards are wanted; the others are counted only */
  most?: number;
}

/**
 * The models with at least one passing trim, one card each, sorted. A quick filter then keeps its
 * top 5 models, taken by its own figure and shown in the given sort (§4, §9).
 */
export function findModels(
  evs: readonly Ev[],
  filter: VehicleFilter,
  sort: Sort,
  options: FindOptions = {},
): FoundModels {
  return runToEnd(findModelsInTurns(evs, filter, sort, options));
}

/** `findModels` as work that may be interrupted wherever it yields. */
export function* findModelsInTurns(
  ...[evs, filter, sort, options = {}]: Parameters<typeof findModels>
): Generator<void, FoundModels> {
  const { quick = null, isWhole = false, votesOf, isOnce = false, most = Infinity } = options;
  const { found, leftOut } = yield* passModels(evs, filter, sort, quick);
  yield;
  const kept = quick === null || isWhole ? found : topOf(found, quick, sort);
  const sorted = sortModels(kept, sort, votesOf);
  yield;
  const matches = sorted.slice(0, most).map(isOnce ? newMatch : toMatch);
  return {
    matches,
    leftOut: MISSING_FIELDS.flatMap((field) => {
      const count = leftOut.get(field);
      return count === undefined ? [] : [{ field, count }];
    }),
    modelCount: kept.length,
    trimCount: kept.reduce((sum, { trims }) => sum + trims.length, 0),
  };
}

/** Of most models it is the only trim: in a large catalogue such a list is there once. */
const ONLY_FIRST: readonly number[] = [0];

function newMatch({ ev, shown, trims }: Passing): Match {
  const isOnlyFirst = trims.length === 1 && trims[0]?.index === 0;
  return { ev, shown, passing: isOnlyFirst ? ONLY_FIRST : trims.map(({ index }) => index) };
}

const lastMatches = new WeakMap<Ev, Match>();

/** The card of a model; the very one of before while it shows the same, so that nothing is drawn anew. */
function toMatch({ ev, shown, trims }: Passing): Match {
  const last = lastMatches.get(ev);
  const isSame =
    last?.shown === shown &&
    last.passing.length === trims.length &&
    trims.every(({ index }, at) => last.passing[at] === index);
  if (last && isSame) return last;
  const match = newMatch({ ev, shown, trims });
  lastMatches.set(ev, match);
  return match;
}

function topOf(found: readonly Passing[], quick: QuickFilter, sort: Sort): Passing[] {
  return sortModels(found, quickSort(quick))
    .slice(0, QUICK_TOP_MODELS)
    .map((model) => ({ ...model, shown: leadingTrim(model.trims, sort) ?? model.shown }));
}

/** A model with its passing trims, at least one, and that which stands for it. */
interface Passing {
  readonly ev: Ev;
  readonly shown: Trim;
  readonly trims: readonly Trim[];
}

/** The models that pass, in any order, and how many only lack a value; it may be interrupted. */
function* passModels(
  evs: readonly Ev[],
  filter: VehicleFilter,
  sort: Sort,
  quick: QuickFilter | null,
): Generator<void, { found: Passing[]; leftOut: Map<MissingField, number> }> {
  const compiled = compile(filter);
  const found: Passing[] = [];
  const leftOut = new Map<MissingField, number>();
  for (const [at, ev] of evs.entries()) {
    if (at % MODELS_AT_ONCE === 0) yield;
    if (!modelPasses(ev, compiled)) continue;
    const trims: Trim[] = [];
    let missing: MissingField | null = null;
    for (const trim of ev.trims) {
      const verdict = judge(ev, trim, filter, compiled);
      if (verdict === "fail" || (quick !== null && !quickFilterTakes(quick, trim))) continue;
      if (verdict === "pass") trims.push(trim);
      else missing ??= verdict.missing;
    }
    const shown = leadingTrim(trims, quick === null ? sort : quickSort(quick));
    if (shown) found.push({ ev, shown, trims });
    else if (missing !== null) leftOut.set(missing, (leftOut.get(missing) ?? 0) + 1);
  }
  return { found, leftOut };
}
