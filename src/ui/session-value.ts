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
