import { canonicalMake } from "../brands.ts";
import { longDriveMinutes } from "../trip.ts";
import type { Ev, Trim } from "../vehicle.ts";
import { type Bounds, OPEN } from "./bounds.ts";
import {
  BOUNDS,
  type BoundsName,
  type ChoiceName,
  CHOICES,
  FILTERS,
  type FlagName,
  FLAGS,
  type LimitName,
  LIMITS,
  MISSING_FIELDS,
  type MissingField,
} from "./filters.ts";
import { QUICK, type QuickFilter, passesQuickFilter, QUICK_TOP_MODELS } from "./quick-filters.ts";
import { expandBodyType, wordSearch } from "./search.ts";
import { leadingTrim, type Sort, sortModels, type Standings } from "./sort.ts";
import { record } from "../records.ts";

/** A trim must match every part (AND); within a list any value is enough (OR). An empty part does not filter. */
export interface VehicleFilter
  extends
    Record<ChoiceName, readonly string[]>,
    Record<BoundsName, Bounds>,
    Record<LimitName, number | null>,
    Record<FlagName, boolean> {
  /** lowercase, made by wordsOf() */
  readonly words: readonly string[];
  /** in any case, including aliases */
  readonly makes: readonly string[];
  /** body types or group names such as Truck */
  readonly bodyTypes: readonly string[];
  /** miles */
  readonly minRange: number | null;
  readonly maxRange: number | null;
  /** US dollars */
  readonly maxPrice: number | null;
  /** filters that a missing value passes */
  readonly keepMissing: readonly MissingField[];
  /** only these trims; empty for all */
  readonly rowIds: readonly number[];
}

export const NO_FILTER: VehicleFilter = {
  words: [],
  makes: [],
  bodyTypes: [],
  ...record(CHOICES, () => []),
  minRange: null,
  maxRange: null,
  maxPrice: null,
  ...record(BOUNDS, () => OPEN),
  ...record(LIMITS, () => null),
  ...record(FLAGS, () => false),
  keepMissing: [],
  rowIds: [],
};

/** `missing`: nothing known fails, but a filtered value is unknown; names the first such filter. */
type Verdict = "pass" | "fail" | { readonly missing: MissingField };

export interface Match {
  readonly ev: Ev;
  readonly shown: Trim;
  /** the passing ones, at least one */
  readonly trims: readonly Trim[];
}

/** Trims that fail only because a value is missing. */
export interface LeftOut {
  readonly field: MissingField;
  readonly trims: number;
}

export interface FoundModels {
  /** one per model, sorted, at most `most` */
  readonly matches: readonly Match[];
  readonly modelCount: number;
  /** grouped by the missing value that a filter asks for */
  readonly leftOut: readonly LeftOut[];
  readonly trimCount: number;
  /** models that come last because their long drive is unknown, while they are sorted by it */
  readonly unknownDrives: number;
  /** row ids in the filter that no trim has */
  readonly unknownIds: number;
}

interface TrimTest {
  readonly field: MissingField;
  /** null when the value is unknown */
  readonly passes: (trim: Trim) => boolean | null;
}

export type FilteredFigure = Exclude<MissingField, ChoiceName>;

/** A bound that was typed in kilometers is between two miles (vehicles.md#whole-miles). */
function inWholeMiles({ min, max }: Bounds): Bounds {
  return { min: min && Math.round(min), max: max && Math.round(max) };
}

export function filteredFigures(filter: VehicleFilter) {
  const limits: { field: FilteredFigure; bounds: Bounds }[] = [
    { field: "price", bounds: { min: filter.minPrice, max: filter.maxPrice } },
    { field: "range", bounds: inWholeMiles({ min: filter.minRange, max: filter.maxRange }) },
    ...BOUNDS.map((field) => ({
      field,
      bounds: field === "topSpeed" ? inWholeMiles(filter[field]) : filter[field],
    })),
    ...LIMITS.flatMap((field) =>
      field === "minPrice"
        ? []
        : [{ field, bounds: { ...OPEN, [FILTERS[field].side]: filter[field] } }],
    ),
  ];
  return limits.filter(({ bounds: { min, max } }) => min !== null || max !== null);
}

function createTests(filter: VehicleFilter): TrimTest[] {
  const tests = new Map<MissingField, TrimTest["passes"]>();
  for (const { field, bounds } of filteredFigures(filter)) {
    const { valueOf } = FILTERS[field];
    const [least, most] = [bounds.min ?? -Infinity, bounds.max ?? Infinity];
    tests.set(field, (trim) => {
      const value = valueOf(trim);
      return value === null ? null : value >= least && value <= most;
    });
  }
  for (const name of CHOICES) {
    const chosen = filter[name];
    if (chosen.length === 0) continue;
    const { valueOf } = FILTERS[name];
    tests.set(name, (trim) => {
      const value = valueOf(trim);
      return value === null ? null : chosen.includes(value);
    });
  }
  return MISSING_FIELDS.flatMap((field) => {
    const passes = tests.get(field);
    return passes ? [{ field, passes }] : [];
  });
}

/** Returns the same key for every spelling of a brand. */
export function makeKey(make: string): string {
  return canonicalMake(make).toLowerCase();
}

function createTrimFilter(filter: VehicleFilter) {
  const makes = filter.makes.length > 0 ? new Set(filter.makes.map(makeKey)) : null;
  const bodyTypes =
    filter.bodyTypes.length > 0 ? new Set(filter.bodyTypes.flatMap(expandBodyType)) : null;
  const tests = createTests(filter);
  const flags = FLAGS.filter((name) => filter[name]);
  const rowIds = filter.rowIds.length > 0 ? new Set(filter.rowIds) : null;
  return {
    modelPasses: (ev: Ev): boolean =>
      (makes === null || makes.has(makeKey(ev.make))) &&
      (bodyTypes === null || bodyTypes.has(ev.bodyType)),
    matchingTrims: wordSearch(filter.words),
    /** whether anything is asked of a trim besides its name */
    testsTrims: tests.length > 0 || flags.length > 0 || rowIds !== null,
    trimVerdict(ev: Ev, trim: Trim): Verdict {
      if (rowIds?.has(trim.rowId) === false) return "fail";
      if (!flags.every((name) => FILTERS[name].valueOf(trim, ev))) return "fail";
      let missing: MissingField | null = null;
      for (const { field, passes } of tests) {
        const verdict = passes(trim);
        if (verdict === false) return "fail";
        if (verdict === null && !filter.keepMissing.includes(field)) missing ??= field;
      }
      return missing === null ? "pass" : { missing };
    },
  };
}

/** Returns one card for each model with a passing trim; a quick filter keeps its top 5 (finding.md#quick-filters). */
export function findModels(
  evs: readonly Ev[],
  filter: VehicleFilter,
  sort: Sort,
  options: {
    quick?: QuickFilter | null;
    /** all models that the quick filter accepts, not only its top 5 */
    ignoresTopLimit?: boolean;
    standings?: Standings | undefined;
    /** maximum number of cards; further models are only counted */
    most?: number;
  } = {},
): FoundModels {
  const { quick = null, ignoresTopLimit = false, standings, most = Infinity } = options;
  const { passing, leftOut } = passingModels(evs, filter, sort, quick);
  const selected = quick === null || ignoresTopLimit ? passing : topOf(passing, quick, sort);
  const sorted = sortModels(selected, sort, standings);
  return {
    matches: sorted.slice(0, most),
    leftOut: MISSING_FIELDS.flatMap((field) => {
      const trims = leftOut.get(field);
      return trims ? [{ field, trims }] : [];
    }),
    modelCount: selected.length,
    trimCount: selected.reduce((sum, { trims }) => sum + trims.length, 0),
    unknownDrives:
      sort.key === "trip"
        ? selected.filter(({ shown }) => longDriveMinutes(shown) === null).length
        : 0,
    unknownIds: countUnknownIds(evs, filter),
  };
}

export function countUnknownIds(evs: readonly Ev[], { rowIds }: VehicleFilter): number {
  const unknown = new Set(rowIds);
  if (unknown.size > 0)
    for (const { trims } of evs) for (const { rowId } of trims) unknown.delete(rowId);
  return unknown.size;
}

function topOf(passing: readonly Match[], quick: QuickFilter, sort: Sort): Match[] {
  return sortModels(passing, QUICK[quick].sort)
    .slice(0, QUICK_TOP_MODELS)
    .map((model) => ({ ...model, shown: leadingTrim(model.trims, sort) ?? model.shown }));
}

function passingModels(
  evs: readonly Ev[],
  filter: VehicleFilter,
  sort: Sort,
  quick: QuickFilter | null,
): { passing: Match[]; leftOut: Map<MissingField, number> } {
  const { modelPasses, matchingTrims, testsTrims, trimVerdict } = createTrimFilter(filter);
  const passing: Match[] = [];
  const leftOut = new Map<MissingField, number>();
  const keepsTrim = (ev: Ev, trim: Trim): boolean => {
    const verdict = trimVerdict(ev, trim);
    if (verdict === "fail") return false;
    const isRanked = quick === null || passesQuickFilter(quick, trim);
    if (isRanked === false) return false;
    const ranked = isRanked === null && quick !== null ? QUICK[quick].field : null;
    const lacking = verdict === "pass" ? ranked : verdict.missing;
    if (lacking !== null) leftOut.set(lacking, (leftOut.get(lacking) ?? 0) + 1);
    return lacking === null;
  };
  for (const ev of evs) {
    if (!modelPasses(ev)) continue;
    const found = matchingTrims(ev);
    const trims =
      testsTrims || quick !== null ? found.filter((trim) => keepsTrim(ev, trim)) : found;
    const shown = leadingTrim(trims, quick === null ? sort : QUICK[quick].sort);
    if (shown) passing.push({ ev, shown, trims });
  }
  return { passing, leftOut };
}
