import type { Ev } from "../../vehicle/vehicle.ts";
import { COUNT, type Counted, type Facet, type Facets } from "./facets.ts";
import { findModelsInTurns, type FoundModels, type Match, type VehicleFilter } from "./filters.ts";
import { QUICK_TOP_MODELS } from "./limits.ts";
import type { QuickFilter } from "./quick-filters.ts";
import { DEFAULT_SORT } from "./sort.ts";

/** Between two possible interruptions. */
const MODELS_AT_ONCE = 64;

/**
 * The facets of the catalogue with the numbers that the other filters leave: how many models each
 * would show. It may be interrupted wherever it yields.
 * @param facets of the whole catalogue, whose names and order stay
 * @param quick of each choice it shows its top 5
 * @param found all that passes the filter, where that is known
 */
export function* liveFacetsInTurns(
  facets: Facets,
  evs: readonly Ev[],
  filter: VehicleFilter,
  quick: QuickFilter | null,
  found?: FoundModels,
): Generator<void, Facets> {
  const options = { quick, isWhole: true };
  function* passing(part: Partial<VehicleFilter>): Generator<void, Counted[]> {
    const asked = { ...filter, ...part };
    const { matches } = yield* findModelsInTurns(evs, asked, DEFAULT_SORT, options);
    return yield* countedOf(matches);
  }
  const all = found ? yield* countedOf(found.matches) : yield* passing({});
  /** The models without one filter; those of all filters where that one is off anyway. */
  function* without(key: "makes" | "bodyTypes" | "seatings" | "drives") {
    yield;
    return filter[key].length === 0 ? all : yield* passing({ [key]: [] });
  }
  const live = {
    makes: recounted(facets.makes, COUNT.makes(yield* without("makes"))),
    bodyTypes: recounted(facets.bodyTypes, COUNT.bodyTypes(yield* without("bodyTypes"))),
    seatings: COUNT.seatings(yield* without("seatings")),
    drives: COUNT.drives(yield* without("drives")),
    taxCredit: COUNT.taxCredit(filter.taxCredit ? yield* passing({ taxCredit: false }) : all),
  };
  return quick === null ? live : topsOf(live);
}

/** As many of each as a quick filter shows. */
function topsOf({ makes, bodyTypes, seatings, drives, taxCredit }: Facets): Facets {
  const top = (count: number) => Math.min(count, QUICK_TOP_MODELS);
  const tops = <F extends Facet>(facets: readonly F[]): F[] =>
    facets.map((facet) => ({ ...facet, count: top(facet.count) }));
  return {
    makes: tops(makes),
    bodyTypes: tops(bodyTypes),
    seatings: tops(seatings),
    drives: tops(drives),
    taxCredit: top(taxCredit),
  };
}

function* countedOf(matches: readonly Match[]): Generator<void, Counted[]> {
  const counted: Counted[] = [];
  for (const { ev, passing } of matches) {
    if (counted.length % MODELS_AT_ONCE === 0) yield;
    const isWhole = passing.length === ev.trims.length;
    counted.push({
      ev,
      trims: isWhole ? ev.trims : ev.trims.filter(({ index }) => passing.includes(index)),
    });
  }
  return counted;
}

function recounted(facets: readonly Facet[], counted: readonly Facet[]): Facet[] {
  // A part of the catalogue may spell a brand in another way first.
  const counts = new Map(counted.map(({ name, count }) => [name.toLowerCase(), count]));
  return facets.map(({ name }) => ({ name, count: counts.get(name.toLowerCase()) ?? 0 }));
}
