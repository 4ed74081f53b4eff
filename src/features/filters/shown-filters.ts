import { startTransition } from "react";

import type { Ev } from "../../vehicle/vehicle.ts";
import { afterPaint } from "./after-paint.ts";
import type { Facets } from "./facets.ts";
import type { FilterState } from "./filter-state.ts";
import type { FilterStore } from "./filter-store.ts";
import { toVehicleFilter } from "./filter-views.ts";
import { findModelsInTurns, type FoundModels } from "./filters.ts";
import { liveFacetsInTurns } from "./live-facets.ts";
import { inTurns, runToEnd } from "./turns.ts";

/** Where to look for what passes. */
interface Catalogue {
  readonly evs: readonly Ev[];
  /** of the whole catalogue */
  readonly facets: Facets;
}

/** What passes the filters. */
export interface Discovered {
  /** where this was found */
  readonly evs: readonly Ev[];
  /** the filters that this was found with */
  readonly state: FilterState;
  readonly found: FoundModels;
  /** how many models each choice would show */
  readonly facets: Facets;
}

/**
 * The filters as the page at large shows them, and what passes them. A choice is shown at once.
 * Typing and dragging go on at once, so only the field itself does; all else follows when that is on
 * the screen. What passes is found in turns and shown in slices, and the next key interrupts both.
 */
export interface ShownFilters {
  state: () => FilterState;
  /** null until something was found */
  discovered: () => Discovered | null;
  /** @param listener called in a transition when there is no hurry */
  subscribe: (listener: () => void) => () => void;
  /** joins the store. @returns leaves it */
  follow: () => () => void;
  /** looks for what passes from now on */
  searchIn: (catalogue: Catalogue) => void;
  /** what was found, or else passes now, for a page that has to show it in its first rendering */
  discoverAtOnce: (catalogue: Catalogue) => Discovered;
}

function* discover({ evs, facets }: Catalogue, state: FilterState): Generator<void, Discovered> {
  const makes = facets.makes.map(({ name }) => name);
  const filter = toVehicleFilter(state, makes);
  const { quick } = state;
  const found = yield* findModelsInTurns(evs, filter, state.sort, { quick });
  const all = quick === null ? found : undefined;
  const live = yield* liveFacetsInTurns(facets, evs, filter, quick, all);
  return { evs, state, found, facets: live };
}

export function createShownFilters(store: FilterStore): ShownFilters {
  let shown = store.get();
  let catalogue: Catalogue | null = null;
  let discovered: Discovered | null = null;
  let cancel: (() => void) | undefined;
  const listeners = new Set<() => void>();

  function show(): void {
    shown = store.get();
    for (const listener of listeners) listener();
  }

  function showResult(): void {
    if (!catalogue) return startTransition(show);
    cancel = inTurns(discover(catalogue, store.get()), (next) => {
      discovered = next;
      startTransition(show);
    });
  }

  function onChange(inBurst: boolean): void {
    cancel?.();
    if (!inBurst) show();
    cancel = afterPaint(showResult);
  }

  return {
    state: () => shown,
    discovered: () => discovered,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow() {
      // What has changed before: parts of the page that were there first may have.
      if (store.get() !== shown) onChange(false);
      const leave = store.subscribe(onChange);
      return () => {
        cancel?.();
        leave();
      };
    },
    searchIn(next) {
      catalogue = next;
      const isKnown = discovered?.evs === next.evs && discovered.state === store.get();
      if (isKnown) return;
      cancel?.();
      showResult();
    },
    discoverAtOnce(next) {
      discovered ??= runToEnd(discover(next, store.get()));
      return discovered;
    },
  };
}
