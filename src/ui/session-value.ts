import { readStored, type Stored, writeStored } from "./storage.ts";
import { isRecord } from "./stored-list.ts";

/** A value in sessionStorage that does not trigger renders (limits-and-texts.md#storage-keys). */
export function sessionValue<T>(
  key: string,
  parse: Stored<T>["parse"],
  format: (value: T) => string | null = JSON.stringify,
) {
  const stored: Stored<T> = { key, area: "session", parse, format };
  return { get: () => readStored(stored), set: (value: T) => writeStored(stored, value) };
}

/** Stores a plain text; null removes it. */
export function sessionText(key: string) {
  return sessionValue<string | null>(
    key,
    (text) => text,
    (text) => text,
  );
}

/** Is given back only to the user who stored it. @param parse returns null for what an older release has stored */
export function userSessionValue<T extends object>(
  key: string,
  parse: (stored: Readonly<Record<string, unknown>>) => T | null,
) {
  const owned = sessionValue<{ userId: unknown; value: T } | null>(
    key,
    (text) => {
      const stored: unknown = JSON.parse(text ?? "null");
      if (!isRecord(stored)) return null;
      const { userId, ...rest } = stored;
      const value = parse(rest);
      return value && { userId, value };
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
