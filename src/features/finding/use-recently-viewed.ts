import { useEffect, useSyncExternalStore } from "react";

import { addViewed, NOTHING_VIEWED, parseViewed, type ViewedModel } from "./recently-viewed.ts";

const STORAGE_KEY = "ev_recently_viewed";

const listeners = new Set<() => void>();
let known: readonly ViewedModel[] | undefined;

function currentlyViewed(): readonly ViewedModel[] {
  if (known === undefined) {
    try {
      known = parseViewed(localStorage.getItem(STORAGE_KEY));
    } catch {
      known = NOTHING_VIEWED; // §8 Storage failures are ignored.
    }
  }
  return known;
}

function follow(viewed: readonly ViewedModel[]): void {
  known = viewed;
  for (const listener of listeners) listener();
}

function followOtherTabs({ key, newValue }: StorageEvent): void {
  // No key: the whole storage was cleared.
  if (key === STORAGE_KEY || key === null) follow(parseViewed(newValue));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // What other tabs did while nobody listened here.
    known = undefined;
    window.addEventListener("storage", followOtherTabs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTabs);
  };
}

function store(viewed: readonly ViewedModel[]): void {
  follow(viewed);
  try {
    if (viewed.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(viewed));
  } catch {
    // §8
  }
}

export function clearViewed(): void {
  store(NOTHING_VIEWED);
}

/** The models seen in this browser, last first; none on the server and for hydration. */
export function useRecentlyViewed(): readonly ViewedModel[] {
  return useSyncExternalStore(subscribe, currentlyViewed, () => NOTHING_VIEWED);
}

/** Remembers the model and trim that a page shows. */
export function useRememberViewed(seen: ViewedModel): void {
  const { id } = seen;
  const { index } = seen.trim;
  useEffect(() => {
    store(addViewed(currentlyViewed(), seen));
    // Fresh data of the same trim is no new visit.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, index]);
}
