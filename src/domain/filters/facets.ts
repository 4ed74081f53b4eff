import { canonicalMake } from "../brands.ts";
import { compareNames } from "../names.ts";
import type { Ev } from "../vehicle.ts";
import { type ChoiceName, CHOICES, FILTERS, type FlagName, FLAGS } from "./filters.ts";
import {
  findModels,
  type FoundModels,
  type Match,
  NO_FILTER,
  type VehicleFilter,
} from "./find-models.ts";
import type { QuickFilter } from "./quick-filters.ts";
import { BODY_TYPE_PILLS, expandBodyType } from "./search.ts";
import { DEFAULT_SORT } from "./sort.ts";
import { QUICK_TOP_MODELS } from "./quick-filters.ts";
import { record } from "../records.ts";

export interface Facet {
  readonly name: string;
  readonly count: number;
}

export interface Facets
  extends Readonly<Record<ChoiceName, readonly Facet[]>>, Readonly<Record<FlagName, number>> {
  readonly makes: readonly Facet[];
  /** most numerous first */
  readonly bodyTypes: readonly Facet[];
}

type Counted = Pick<Match, "ev" | "trims">;

/** Counts a name once per model, even when two trims share it. */
function tally(named: Iterable<readonly string[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const names of named)
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function toFacets(counts: ReadonlyMap<string, number>): Facet[] {
  return Array.from(counts, ([name, count]) => ({ name, count }));
}

const byFacetName = (a: Facet, b: Facet) => compareNames(a.name, b.name);
const byCount = (a: Facet, b: Facet) => b.count - a.count || byFacetName(a, b);

/** Returns the brand of each make; makes that differ only in case are one brand, spelled like the first. */
function brandsByMake(evs: readonly Ev[]): Map<string, string> {
  const spellings = new Map<string, string>();
  const makes = new Set(evs.map(({ make }) => make));
  return new Map(
    Array.from(makes, (make) => {
      const brand = canonicalMake(make);
      const key = brand.toLowerCase();
      const spelling = spellings.get(key) ?? brand;
      spellings.set(key, spelling);
      return [make, spelling];
    }),
  );
}

function countMakes(models: readonly Counted[]): Facet[] {
  const brands = brandsByMake(models.map(({ ev }) => ev));
  return toFacets(tally(models.map(({ ev }) => [brands.get(ev.make) ?? ev.make]))).sort(
    byFacetName,
  );
}

function countBodyTypes(models: readonly Counted[]): Facet[] {
  return toFacets(tally(models.map(({ ev }) => [ev.bodyType]))).sort(byCount);
}

/** @param keepsMissing trims with an unknown value are shown whichever value is chosen */
function countChoice(name: ChoiceName, models: readonly Counted[], keepsMissing = false): Facet[] {
  const { values, valueOf } = FILTERS[name];
  const unknown = keepsMissing ? values : [];
  const counts = tally(
    models.map(({ trims }) => trims.flatMap((trim) => valueOf(trim) ?? unknown)),
  );
  return values.map((value) => ({ name: value, count: counts.get(value) ?? 0 }));
}

function countFlag(name: FlagName, models: readonly Counted[]): number {
  const { valueOf } = FILTERS[name];
  return models.filter(({ ev, trims }) => trims.some((trim) => valueOf(trim, ev))).length;
}

/** Returns the brands in alphabetical order, spelled as in countFacets(). */
export function listMakes(evs: readonly Ev[]): string[] {
  return [...new Set(brandsByMake(evs).values())].sort(compareNames);
}

/** The result must stay small because the document carries it. */
export function countFacets(evs: readonly Ev[]): Facets {
  const models = evs.map((ev) => ({ ev, trims: ev.trims }));
  return {
    makes: countMakes(models),
    bodyTypes: countBodyTypes(models),
    ...record(CHOICES, (name) => countChoice(name, models)),
    ...record(FLAGS, (name) => countFlag(name, models)),
  };
}

export const NO_FACETS: Facets = countFacets([]);

/**
 * How many models each choice would show under the other filters.
 * @param facets of the whole catalogue, whose names and order are kept @param found the filter's result, if known
 */
export function liveFacets(
  facets: Facets,
  evs: readonly Ev[],
  filter: VehicleFilter,
  quick: QuickFilter | null,
  found?: FoundModels,
): Facets {
  const passing = (part: Partial<VehicleFilter>): readonly Counted[] => {
    const options = { quick, ignoresTopLimit: true };
    return findModels(evs, { ...filter, ...part }, DEFAULT_SORT, options).matches;
  };
  const all = found?.matches ?? passing({});
  /** Returns what would pass without that filter; the same as `all` when the filter is off. */
  const without = (name: "makes" | "bodyTypes" | ChoiceName | FlagName) => {
    const chosen = filter[name];
    const isOn = typeof chosen === "boolean" ? chosen : chosen.length > 0;
    return isOn ? passing({ [name]: NO_FILTER[name] }) : all;
  };
  const most = quick === null ? Infinity : QUICK_TOP_MODELS;
  const shown = (counted: readonly Facet[]): Facet[] =>
    counted.map(({ name, count }) => ({ name, count: Math.min(count, most) }));
  return {
    makes: shown(recounted(facets.makes, countMakes(without("makes")))),
    bodyTypes: shown(recounted(facets.bodyTypes, countBodyTypes(without("bodyTypes")))),
    ...record(CHOICES, (name) =>
      shown(countChoice(name, without(name), filter.keepMissing.includes(name))),
    ),
    ...record(FLAGS, (name) => Math.min(countFlag(name, without(name)), most)),
  };
}

function recounted(facets: readonly Facet[], counted: readonly Facet[]): Facet[] {
  // Another spelling of a brand may come first in a part of the catalogue.
  const counts = new Map(counted.map(({ name, count }) => [name.toLowerCase(), count]));
  return facets.map(({ name }) => ({ name, count: counts.get(name.toLowerCase()) ?? 0 }));
}

/** Counts the Type pills, `most` at most; a pill may include several body types (finding.md#quick-filter-dialog). */
export function typePillFacets(bodyTypes: readonly Facet[], most = Infinity): Facet[] {
  return BODY_TYPE_PILLS.map((name) => {
    const members = expandBodyType(name);
    const counts = bodyTypes.filter((facet) => members.includes(facet.name));
    const count = counts.reduce((sum, facet) => sum + facet.count, 0);
    return { name, count: Math.min(count, most) };
  });
}
