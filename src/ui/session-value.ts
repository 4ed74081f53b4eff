import { isRecord } from "./stored-list.ts";

/**
 * A value in sessionStorage that does not trigger renders. It is kept until the window closes and not shared
 * with other tabs. If storage is refused, it is kept until the page is left
 * (limits-and-texts.md#storage-keys).
 * @param parse if it throws (broken JSON), the text counts as not stored, null
 * @param format returns the text to store; null removes the entry
 */
export function sessionValue<T>(
  key: string,
  parse: (text: string | null) => T,
  format: (value: T) => string | null = JSON.stringify,
) {
  let refused: { readonly value: T } | undefined;
  return {
    get(): T {
      if (refused) return refused.value;
      try {
        return parse(sessionStorage.getItem(key));
      } catch {
        return parse(null);
      }
    },
    set(value: T): void {
      refused = undefined;
      try {
        const text = format(value);
        if (text === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, text);
      } catch {
        refused = { value };
      }
    },
  };
}

/** Stores a plain text; null removes it. */
export function sessionText(key: string) {
  return sessionValue<string | null>(
    key,
    (text) => text,
    (text) => text,
  );
}

/**
 * A value that is given back only to the user who stored it: another user may sign in to this tab next, whose
 * first read discards it.
 * @param parse returns null for something unusable, such as what an older release has stored
 */
export function userSessionValue<T extends object>(
  key: string,
  parse: (stored: Readonly<Record<string, unknown>>) => T | null,
) {
  const owned = sessionValue<{ userId: unknown; value: T } | null>(
    key,
    (text) => {
      const stored: unknown = JSON.parse(text ?? "null");
      const value = isRecord(stored) ? parse(stored) : null;
      return isRecord(stored) && value ? { userId: stored["userId"], value } : null;
    },
    (kept) => kept && JSON.stringify({ userId: kept.userId, ...kept.value }),
  );
  return {
    get(userId: number): T | null {
      const kept = owned.get();
      if (kept?.userId === userId) return kept.value;
      owned.set(null);
      return null;
    },
    set: (userId: number, value: T | null) => owned.set(value && { userId, value }),
    forget: () => owned.set(null),
  };
}
