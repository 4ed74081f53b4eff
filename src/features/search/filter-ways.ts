import { DISTANCE_FORMATS, type DistanceFormats } from "../../vehicle/distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { activeFilters } from "../filters/filter-chips.ts";
import { clearQuick, type FilterState } from "../filters/filter-state.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { findModels } from "../filters/find-models.ts";
import { QUICK_FILTER_LABELS } from "../filters/quick-filters.ts";

export interface FilterSuggestion {
  readonly id: string;
  /** what goes, e.g. `AWD`, or `Up to $40,000 and AWD` */
  readonly label: string;
  readonly remove: (state: FilterState) => FilterState;
  /** models that would then pass */
  readonly count: number;
}

type Part = Omit<FilterSuggestion, "count">;

/** Values of one list go together, since any one will do. */
function partsOf(state: FilterState, makes: readonly string[], distance: DistanceFormats): Part[] {
  const parts = new Map<string, Part>();
  for (const { filter, label, remove } of activeFilters(state, makes, distance)) {
    const former = parts.get(filter);
    parts.set(filter, {
      id: filter,
      label: former ? `${former.label} or ${label}` : label,
      remove: former ? (now) => remove(former.remove(now)) : remove,
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
 * Which filter to remove when nothing matches, the most helpful first; which two, where one is not
 * enough. The page can do other things between two tries.
 * @param makes the catalogue's brands
 */
export async function suggestFilters(
  evs: readonly Ev[],
  state: FilterState,
  makes: readonly string[],
  distance: DistanceFormats = DISTANCE_FORMATS.miles,
  signal?: AbortSignal,
): Promise<FilterSuggestion[]> {
  const weigh = async (parts: readonly Part[]) => {
    const ways: FilterSuggestion[] = [];
    for (const part of parts) {
      await new Promise((resolve) => setTimeout(resolve));
      if (signal?.aborted) break;
      const without = part.remove(state);
      const { quick, sort } = without;
      const filter = toVehicleFilter(without, makes);
      const { modelCount: count } = findModels(evs, filter, sort, { quick, most: 0 });
      if (count > 0) ways.push({ ...part, count });
    }
    return ways.toSorted((a, b) => b.count - a.count);
  };
  const parts = partsOf(state, makes, distance);
  const single = await weigh(parts);
  if (single.length > 0) return single;
  return weigh(parts.flatMap((part, at) => parts.slice(at + 1).map((other) => both(part, other))));
}
