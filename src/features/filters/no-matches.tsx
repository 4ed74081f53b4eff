import { SearchX } from "lucide-react";
import { startTransition, useEffect, useState } from "react";

import { countOf } from "../../vehicle/counts.ts";
import { DISTANCE_FORMATS, type DistanceFormats } from "../../vehicle/distance.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { activeFilters } from "./filter-chips.ts";
import { clearQuick, type FilterState, resetFilters } from "./filter-state.ts";
import { toVehicleFilter } from "./filter-views.ts";
import { findModels } from "./find-models.ts";
import { MAX_SUGGESTIONS } from "./limits.ts";
import { focusMatchCount } from "./match-count.tsx";
import type { SearchWay } from "../search/search-ways.ts";
import styles from "./no-matches.module.css";
import { QUICK_FILTER_LABELS } from "./quick-filters.ts";
import { useFilters } from "./use-filters.tsx";

export interface NoMatchesProps {
  /** every model; empty until they arrive */
  evs: readonly Ev[];
}

/** Without its code the filters alone are a way. */
const loadSearchWays = async () =>
  (await import("../search/search-ways.ts").catch(() => undefined))?.searchWays;

/** In place of an empty list: what to search for instead, or which filter to remove, and what that brings. */
export function NoMatches({ evs }: NoMatchesProps) {
  const { state, makes, update } = useFilters();
  const distance = useDistance();
  const [found, setFound] = useState<Ways>();
  useEffect(() => {
    if (evs.length === 0) return;
    const gone = new AbortController();
    const find = async () => {
      const searchWays = state.search === "" ? undefined : await loadSearchWays();
      const searches = searchWays?.(evs, state, makes, distance) ?? [];
      const filters = await suggestFilters(evs, state, makes, distance, gone.signal);
      const ways = { searches, filters: filters.slice(0, MAX_SUGGESTIONS) };
      if (!gone.signal.aborted) startTransition(() => setFound(ways));
    };
    void find();
    return () => gone.abort();
  }, [evs, state, makes, distance]);
  const change: typeof update = (how) => {
    update(how);
    focusMatchCount();
  };
  const ways = found && [
    ...found.searches.map((way) => ({ ...way, verb: "Search for" })),
    ...found.filters.map((way) => ({ ...way, verb: "Without", change: way.remove })),
  ];
  return (
    <EmptyState
      icon={<SearchX />}
      title="No model matches all of these filters"
      text={found && explanation(found)}
      action={
        <div className={styles.ways}>
          {ways && ways.length > 0 && (
            <ul role="list" className={styles.list}>
              {ways.map(({ verb, label, change: way, count }) => (
                <li key={label}>
                  <button type="button" className={styles.way} onClick={() => change(way)}>
                    <span className={styles.label}>
                      {verb} <strong>{label}</strong>
                    </span>
                    <span className={styles.brings}>{countOf(count, "model")}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Button
            variant={ways && ways.length > 0 ? "quiet" : "primary"}
            onClick={() => change(resetFilters)}
          >
            Reset all
          </Button>
        </div>
      }
    />
  );
}

interface Ways {
  readonly searches: readonly SearchWay[];
  readonly filters: readonly FilterSuggestion[];
}

function explanation({ searches: [search], filters }: Ways): string {
  if (search?.kind === "understood") return "Your words can be filters instead:";
  if (search) return "Did you mean one of these?";
  return filters.length > 0
    ? "These would bring some back:"
    : "Remove two or more filters to see models again.";
}

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
