import { canonicalMake } from "../../vehicle/brands.ts";
import { compareNames } from "../../vehicle/numbers.ts";
import { isTaxCreditEligible } from "../../vehicle/trims.ts";
import { DRIVE_TYPES, type DriveType, type Ev, type Trim } from "../../vehicle/vehicle.ts";
import { BODY_TYPE_PILLS, expandBodyType } from "./search.ts";
import { type Seating, seatingBand, SEATINGS } from "./seating.ts";

/** One value that a filter offers, with how many models of the catalogue have it. */
export interface Facet<Name extends string = string> {
  readonly name: Name;
  readonly count: number;
}

/** What the catalogue offers to filter by. */
export interface Facets {
  /** brands by name */
  readonly makes: readonly Facet[];
  /** body types, the most numerous first */
  readonly bodyTypes: readonly Facet[];
  /** all three bands, in order */
  readonly seatings: readonly Facet<Seating>[];
  /** all three, in order */
  readonly drives: readonly Facet<DriveType>[];
  /** models with a trim that qualified */
  readonly taxCredit: number;
}

/** How many models have each name; one that a model has twice counts once. */
function tally(named: Iterable<readonly string[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const names of named) {
    // A model has few of them: to look for each costs less than a set of them.
    for (let at = 0; at < names.length; at++) {
      const name = names[at];
      if (name === undefined || names.indexOf(name) < at) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

function toFacets(counts: ReadonlyMap<string, number>): Facet[] {
  return Array.from(counts, ([name, count]) => ({ name, count }));
}

/** Orders in which facets are listed. */
const byFacetName = (a: Facet, b: Facet) => compareNames(a.name, b.name);
const byCount = (a: Facet, b: Facet) => b.count - a.count || byFacetName(a, b);

/** The brand of each model. Makes that differ in letter case only are one, spelled as the first. */
function brandsOf(models: readonly Counted[]): string[] {
  const spellings = new Map<string, string>();
  return models.map(({ ev }) => {
    const brand = canonicalMake(ev.make);
    const key = brand.toLowerCase();
    const spelling = spellings.get(key) ?? brand;
    spellings.set(key, spelling);
    return spelling;
  });
}

/** A model with those of its trims that count. */
export interface Counted {
  readonly ev: Ev;
  readonly trims: readonly Trim[];
}

const tallyMakes = (models: readonly Counted[]): Facet[] =>
  toFacets(tally(brandsOf(models).map((brand) => [brand])));
const tallyBodyTypes = (models: readonly Counted[]): Facet[] =>
  toFacets(tally(models.map(({ ev }) => [ev.bodyType])));

/** How many models have each value of one filter. */
export const COUNT = {
  makes: (models: readonly Counted[]) => tallyMakes(models).sort(byFacetName),
  bodyTypes: (models: readonly Counted[]) => tallyBodyTypes(models).sort(byCount),
  seatings(models: readonly Counted[]): Facet<Seating>[] {
    const counts = tally(
      models.map(({ trims }) => trims.flatMap(({ seating }) => seatingBand(seating) ?? [])),
    );
    return SEATINGS.map((name) => ({ name, count: counts.get(name) ?? 0 }));
  },
  drives(models: readonly Counted[]): Facet<DriveType>[] {
    const counts = tally(models.map(({ trims }) => trims.flatMap((trim) => trim.driveType ?? [])));
    return DRIVE_TYPES.map((name) => ({ name, count: counts.get(name) ?? 0 }));
  },
  taxCredit: (models: readonly Counted[]): number =>
    models.filter(({ ev, trims }) => trims.some((trim) => isTaxCreditEligible(ev, trim))).length,
} as const;

/** The facets of a whole catalogue; small enough to travel with the first page. */
export function countFacets(evs: readonly Ev[]): Facets {
  const models = evs.map((ev) => ({ ev, trims: ev.trims }));
  return {
    makes: COUNT.makes(models),
    bodyTypes: COUNT.bodyTypes(models),
    seatings: COUNT.seatings(models),
    drives: COUNT.drives(models),
    taxCredit: COUNT.taxCredit(models),
  };
}

/** Before anything is known of the catalogue. */
export const NO_FACETS: Facets = countFacets([]);

/**
 * The Type pills of the dialog (§2), each with the body types that it stands for.
 * @param most models that are shown of any choice
 */
export function typePillFacets(bodyTypes: readonly Facet[], most = Infinity): Facet[] {
  return BODY_TYPE_PILLS.map((name) => {
    const members = expandBodyType(name);
    const counts = bodyTypes.filter((facet) => members.includes(facet.name));
    const count = counts.reduce((sum, facet) => sum + facet.count, 0);
    return { name, count: Math.min(count, most) };
  });
}
