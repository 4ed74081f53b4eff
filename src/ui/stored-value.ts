import { useSyncExternalStore } from "react";

/** A value of the browser's storage, shared by all tabs and parts of the page. */
export interface StoredValue<T> {
  /** the same object while the stored text is the same */
  get: () => T;
  /** on the server and while hydrating */
  fallback: () => T;
  /** where storage is refused the value holds until the page is left */
  set: (value: T) => void;
  /** also called after changes in another tab */
  subscribe: (listener: () => void) => () => void;
}

interface StoredValueOptions<T> {
  /** session: until the window is closed, and not shared with other tabs */
  area?: "local" | "session";
  /** the text that is stored; null removes the entry */
  format?: (value: T) => string | null;
}

/**
 * A value of localStorage or sessionStorage. Storage failures are ignored (limits-and-texts.md#storage-keys).
 * @param parse When it throws (broken JSON) the text counts as not stored, null. What it makes of
 * null must not change.
 */
export function storedValue<T>(
  key: string,
  parse: (text: string | null) => T,
  { area = "local", format = JSON.stringify }: StoredValueOptions<T> = {},
): StoredValue<T> {
  const listeners = new Set<() => void>();
  let last: { readonly text: string; readonly value: T } | undefined;
  let unstored: { readonly value: T } | undefined;

  function storage(): Storage {
    return area === "local" ? localStorage : sessionStorage;
  }

  let none: { readonly value: T } | undefined;
  function fallback(): T {
    none ??= { value: parse(null) };
    return none.value;
  }

  function get(): T {
    if (unstored) return unstored.value;
    try {
      const text = storage().getItem(key);
      if (text === null) return fallback();
      if (last?.text !== text) last = { text, value: parse(text) };
      return last.value;
    } catch {
      return fallback();
    }
  }

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function followOtherTabs(event: StorageEvent): void {
    // Without a key the whole storage was cleared.
    if (event.key !== key && event.key !== null) return;
    unstored = undefined;
    tell();
  }

  return {
    get,
    fallback,
    set(value) {
      unstored = undefined;
      try {
        const text = format(value);
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        unstored = { value };
      }
      tell();
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener("storage", followOtherTabs);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", followOtherTabs);
      };
    },
  };
}

export function useStoredValue<T>({ subscribe, get, fallback }: StoredValue<T>): T {
  return useSyncExternalStore(subscribe, get, fallback);
}

/** A value that is shared by the parts of the page until it is left. */
export function pageValue<T>(initial: T): StoredValue<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    fallback: () => initial,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A text of sessionStorage; null removes it. */
export function sessionText(key: string): StoredValue<string | null> {
  return storedValue<string | null>(key, (text) => text, {
    area: "session",
    format: (text) => text,
  });
}

/** What a stored list may hold; each field has yet to be judged. */
export type StoredFields = Partial<Record<string, unknown>>;

/** A longer text was not written by this page. */
const TEXT_MAX_CHARACTERS = 2_000;

export function isRecord(value: unknown): value is StoredFields {
  return typeof value === "object" && value !== null;
}

export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= TEXT_MAX_CHARACTERS;
}

/**
 * A stored array without what is broken; of equal keys the first (limits-and-texts.md#storage-keys).
 * @param most entries that are kept
 * @throws SyntaxError when the text is no JSON
 */
export function parseList<T>(
  text: string | null,
  parse: (fields: StoredFields) => T | null,
  keyOf: (entry: T) => number,
  most: number,
): readonly T[] {
  const stored: unknown = JSON.parse(text ?? "[]");
  const entries = new Map<number, T>();
  for (const fields of Array.isArray(stored) ? stored : []) {
    const entry = isRecord(fields) ? parse(fields) : null;
    if (entry !== null && !entries.has(keyOf(entry))) entries.set(keyOf(entry), entry);
    if (entries.size === most) break;
  }
  return [...entries.values()];
}
