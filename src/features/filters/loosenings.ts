import { DISTANCE_FORMATS, type DistanceFormats } from "../../vehicle/distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { activeFilters } from "./filter-chips.ts";
import { clearQuick, type FilterState } from "./filter-state.ts";
import { toVehicleFilter } from "./filter-views.ts";
import { findModelsInTurns } from "./filters.ts";
import { QUICK_FILTER_LABELS } from "./quick-filters.ts";

/** One way out of an empty list. */
export interface Loosening {
  readonly id: string;
  /** what goes, e.g. `AWD`, or `Up to $40,000 and AWD` */
  readonly label: string;
  readonly remove: (state: FilterState) => FilterState;
  /** models the list would then have */
  readonly count: number;
}

type Part = Omit<Loosening, "count">;

/** Filters of which each can be given up: the values of one list go together, since any one will do. */
function partsOf(state: FilterState, makes: readonly string[], distance: DistanceFormats): Part[] {
  const parts = new Map<string, Part>();
  for (const { id, label, remove } of activeFilters(state, makes, distance)) {
    const kind = id.split(":")[0] ?? id;
    const known = parts.get(kind);
    parts.set(kind, {
      id: kind,
      label: known ? `${known.label} or ${label}` : label,
      remove: known ? (now) => remove(known.remove(now)) : remove,
    });
  }
  if (state.quick !== null) {
    const label = QUICK_FILTER_LABELS[state.quick].banner;
    parts.set("quick", { id: "quick", label, remove: clearQuick });
  }
  return [...parts.values()];
}

function both(first: Part, second: Part): Part {
  return {
    id: `${first.id}+${second.id}`,
    label: `${first.label} and ${second.label}`,
    remove: (now) => second.remove(first.remove(now)),
  };
}

/**
 * Which filter to give up when nothing matches, the most helpful first; where no single one is
 * enough, which two. It may be interrupted wherever it yields.
 * @param makes the catalogue's brands
 * @param distance how ranges and speeds are written
 */
export function* findLooseningsInTurns(
  evs: readonly Ev[],
  state: FilterState,
  makes: readonly string[],
  distance: DistanceFormats = DISTANCE_FORMATS.miles,
): Generator<void, Loosening[]> {
  function* weigh(parts: readonly Part[]): Generator<void, Loosening[]> {
    const ways: Loosening[] = [];
    for (const part of parts) {
      const loosened = part.remove(state);
      const { quick, sort } = loosened;
      const filter = toVehicleFilter(loosened, makes);
      const { matches } = yield* findModelsInTurns(evs, filter, sort, { quick });
      if (matches.length > 0) ways.push({ ...part, count: matches.length });
    }
    return ways.toSorted((a, b) => b.count - a.count);
  }
  const parts = partsOf(state, makes, distance);
  const single = yield* weigh(parts);
  if (single.length > 0) return single;
  return yield* weigh(
    parts.flatMap((part, at) => parts.slice(at + 1).map((other) => both(part, other))),
  );
}
