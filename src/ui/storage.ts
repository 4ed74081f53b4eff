import { useCallback, useSyncExternalStore } from "react";

import { memoizeByObject } from "../domain/memoize.ts";

/** What a key of the browser's storage holds, as plain text (limits-and-texts.md#storage-keys). */
export interface Stored<T> {
  readonly key: string;
  /** "session" is kept until the window closes and not shared with other tabs */
  readonly area?: "session";
  /** If it throws (broken JSON), the text counts as not stored, null. */
  readonly parse: (text: string | null) => T;
  /** Returns the text to store, JSON by default; null removes the entry. */
  readonly format?: (value: T) => string | null;
}

/** The last text of each and what it means, so that the same text gives the same object. */
const lastRead = new WeakMap<object, { readonly text: string | null; readonly value: unknown }>();
/** What a blocked or full storage refused, kept until the page is left. */
const unsavedTexts = new Map<string, string | null>();

/** @param isElsewhere false for a change by this page */
type StorageListener = (isElsewhere: boolean) => void;

const listeners = new Map<string, Set<StorageListener>>();

const unsavedKey = ({ area, key }: Pick<Stored<unknown>, "area" | "key">) => `${area ?? ""} ${key}`;
const storageOf = ({ area }: Pick<Stored<unknown>, "area">) =>
  area === "session" ? sessionStorage : localStorage;

function textOf<T>(stored: Stored<T>): string | null {
  const kept = unsavedTexts.get(unsavedKey(stored));
  if (kept !== undefined) return kept;
  try {
    return storageOf(stored).getItem(stored.key);
  } catch {
    return null;
  }
}

function parseText<T>(stored: Stored<T>, text: string | null): T {
  try {
    return stored.parse(text);
  } catch {
    return stored.parse(null);
  }
}

/** Reads it again each time, because another tab may have written it. */
export function readStored<T>(stored: Stored<T>): T {
  const text = textOf(stored);
  let last = lastRead.get(stored);
  if (last?.text !== text) lastRead.set(stored, (last = { text, value: parseText(stored, text) }));
  return last.value as T;
}

/** Failures are ignored: the value is then kept until the page is left. */
export function writeStored<T>(stored: Stored<T>, value: T): void {
  const { key, format = JSON.stringify } = stored;
  const text = format(value);
  try {
    if (text === null) storageOf(stored).removeItem(key);
    else storageOf(stored).setItem(key, text);
    unsavedTexts.delete(unsavedKey(stored));
  } catch {
    unsavedTexts.set(unsavedKey(stored), text);
  }
  for (const listener of listeners.get(key) ?? []) listener(false);
}

/** Reports changes of all tabs, and those while the page waited for Back. @returns a function that ends it */
export function onStored(key: string, listener: StorageListener): () => void {
  // The server has no other tabs.
  if (typeof addEventListener !== "function") return () => undefined;
  const ofKey = listeners.get(key) ?? new Set();
  listeners.set(key, ofKey.add(listener));
  const events = new AbortController();
  const { signal } = events;
  const followOthers = () => {
    unsavedTexts.delete(unsavedKey({ key }));
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
const emptyOf = memoizeByObject(({ parse }: Pick<Stored<unknown>, "parse">) => parse(null));

/** On the server and while hydrating, as if nothing were stored. @param select what the component needs */
export function useStored<T>(stored: Stored<T>): T;
export function useStored<T, Selected>(stored: Stored<T>, select: (value: T) => Selected): Selected;
export function useStored<T>(stored: Stored<T>, select: (value: T) => unknown = same): unknown {
  const subscribe = useCallback((listener: () => void) => onStored(stored.key, listener), [stored]);
  return useSyncExternalStore(
    subscribe,
    () => select(readStored(stored)),
    () => select(emptyOf(stored) as T),
  );
}
