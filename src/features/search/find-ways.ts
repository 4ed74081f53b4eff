import type { DistanceFormats } from "../../vehicle/distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { FilterState } from "../filters/filter-state.ts";
import { MAX_SUGGESTIONS } from "../filters/limits.ts";
import { suggestFilters } from "./filter-ways.ts";
import { searchWays } from "./search-ways.ts";

/** What to do where nothing was found. */
export interface FoundWays {
  /** leads to them */
  readonly text: string;
  readonly ways: readonly {
    readonly verb: "Search for" | "Without";
    readonly label: string;
    readonly change: (state: FilterState) => FilterState;
    /** models that would then pass */
    readonly count: number;
  }[];
}

/** Other searches first, then filters to remove. @param makes the catalogue's brands */
export async function findWays(
  evs: readonly Ev[],
  state: FilterState,
  makes: readonly string[],
  distance: DistanceFormats,
  signal: AbortSignal,
): Promise<FoundWays> {
  const searches = searchWays(evs, state, makes, distance);
  const filters = await suggestFilters(evs, state, makes, distance, signal);
  return {
    text: leadOf(searches[0]?.kind, filters.length),
    ways: [
      ...searches.map((way) => ({ ...way, verb: "Search for" as const })),
      ...filters
        .slice(0, MAX_SUGGESTIONS)
        .map((way) => ({ ...way, verb: "Without" as const, change: way.remove })),
    ],
  };
}

function leadOf(search: "understood" | "nearest" | undefined, filters: number): string {
  if (search === "understood") return "Your words can be filters instead:";
  if (search) return "Did you mean one of these?";
  return filters > 0
    ? "These would bring some back:"
    : "Remove two or more filters to see models again.";
}
