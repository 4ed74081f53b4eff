import { useCallback, useSyncExternalStore } from "react";

/** What a key of localStorage holds, as plain text (limits-and-texts.md#storage-keys). */
export interface Stored<T> {
  readonly key: string;
  /** If it throws (broken JSON), the text counts as not stored, null. */
  readonly parse: (text: string | null) => T;
  /** Returns the text to store, JSON by default; null removes the entry. */
  readonly format?: (value: T) => string | null;
}

interface Parsed {
  readonly text: string | null;
  readonly value: unknown;
}

const lastRead = new WeakMap<object, Parsed>();
const whenEmpty = new WeakMap<object, Parsed>();
/** What a blocked or full storage refused, kept until the page is left. */
const refused = new Map<string, string | null>();
/** @param isElsewhere false for a change by this page */
type StorageListener = (isElsewhere: boolean) => void;

const listeners = new Map<string, Set<StorageListener>>();

function textOf(key: string): string | null {
  const kept = refused.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns the same object while the text is the same. */
function parseOnce<T>(stored: Stored<T>, text: string | null, cache: typeof lastRead): T {
  let parsed = cache.get(stored);
  if (parsed?.text !== text) {
    const parse = () => {
      try {
        return stored.parse(text);
      } catch {
        return stored.parse(null);
      }
    };
    parsed = { text, value: parse() };
    cache.set(stored, parsed);
  }
  return parsed.value as T;
}

/** Reads it again each time, because another tab may have written it. */
export function readStored<T>(stored: Stored<T>): T {
  return parseOnce(stored, textOf(stored.key), lastRead);
}

/** Failures are ignored: the value is then kept until the page is left. */
export function writeStored<T>({ key, format = JSON.stringify }: Stored<T>, value: T): void {
  const text = format(value);
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    refused.delete(key);
  } catch {
    refused.set(key, text);
  }
  for (const listener of listeners.get(key) ?? []) listener(false);
}

/**
 * Reports changes by this tab, by other tabs, and while the page waited for Back to restore it.
 * @returns a function that ends it
 */
export function onStored(key: string, listener: StorageListener): () => void {
  // The server has no other tabs.
  if (typeof addEventListener !== "function") return () => undefined;
  const ofKey = listeners.get(key) ?? new Set();
  listeners.set(key, ofKey.add(listener));
  const events = new AbortController();
  const { signal } = events;
  const followOthers = () => {
    refused.delete(key);
    listener(true);
  };
  addEventListener(
    "storage",
    (event) => {
      // An event without a key means that the whole storage was cleared.
      if (event.key === key || event.key === null) followOthers();
    },
    { signal },
  );
  addEventListener("pageshow", (event) => event.persisted && followOthers(), { signal });
  return () => {
    events.abort();
    ofKey.delete(listener);
  };
}

const same = <T>(value: T) => value;

/**
 * What is stored; on the server and while hydrating, as if nothing were.
 * @param select what the component needs of it, so that it renders again only when this changes
 */
export function useStored<T>(stored: Stored<T>): T;
export function useStored<T, Selected>(stored: Stored<T>, select: (value: T) => Selected): Selected;
export function useStored<T>(stored: Stored<T>, select: (value: T) => unknown = same): unknown {
  const subscribe = useCallback((listener: () => void) => onStored(stored.key, listener), [stored]);
  return useSyncExternalStore(
    subscribe,
    () => select(readStored(stored)),
    () => select(parseOnce(stored, null, whenEmpty)),
  );
}
