import { useSyncExternalStore } from "react";

import { DISTANCE_FORMATS, type DistanceFormats, type DistanceUnit } from "./distance.ts";

/**
 * The unit that a visitor chose. It is a store and no context: parts of a page that still wait for
 * their code hydrate in miles, as the server wrote them, and follow by themselves.
 */
const STORAGE_KEY = "distance_unit";

const listeners = new Set<() => void>();
let chosen: DistanceUnit | undefined;

function asUnit(text: string | null): DistanceUnit {
  return text === "km" ? "km" : "miles";
}

function currentUnit(): DistanceUnit {
  if (chosen === undefined) {
    try {
      chosen = asUnit(localStorage.getItem(STORAGE_KEY));
    } catch {
      chosen = "miles"; // §8 Storage failures are ignored.
    }
  }
  return chosen;
}

function follow(unit: DistanceUnit): void {
  chosen = unit;
  for (const listener of listeners) listener();
}

function followOtherTabs({ key, newValue }: StorageEvent): void {
  // No key: the whole storage was cleared.
  if (key === STORAGE_KEY || key === null) follow(asUnit(newValue));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTabs);
  };
}

/** Shows all distances in `unit` and remembers it; where storage is refused, until the page is left. */
export function chooseDistanceUnit(unit: DistanceUnit): void {
  follow(unit);
  try {
    localStorage.setItem(STORAGE_KEY, unit);
  } catch {
    // §8
  }
}

/** How distances are written now; in miles on the server and for hydration (readings 7). */
export function useDistance(): DistanceFormats {
  return DISTANCE_FORMATS[useSyncExternalStore(subscribe, currentUnit, () => "miles" as const)];
}
