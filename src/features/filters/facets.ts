import { canonicalMake } from "../../vehicle/brands.ts";
import type { Ev } from "../../vehicle/vehicle.ts";

/** One value that a filter offers, with how many models of the catalogue have it. */
export interface Facet {
  readonly name: string;
  readonly count: number;
}

/** What the catalogue offers to filter by. */
export interface Facets {
  /** brands by name */
  readonly makes: readonly Facet[];
  /** body types, the most numerous first */
  readonly bodyTypes: readonly Facet[];
}

function tally(names: Iterable<string>): Facet[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count }));
}

const NAMES = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** The brands and body types of a whole catalogue; small enough to travel with the first page. */
export function countFacets(evs: readonly Ev[]): Facets {
  return {
    makes: tally(evs.map((ev) => canonicalMake(ev.make))).sort((a, b) =>
      NAMES.compare(a.name, b.name),
    ),
    bodyTypes: tally(evs.map((ev) => ev.bodyType)).sort(
      (a, b) => b.count - a.count || NAMES.compare(a.name, b.name),
    ),
  };
}
