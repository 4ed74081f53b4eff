import { useStore } from "zustand";
import { persist, type PersistStorage } from "zustand/middleware";
import { createStore, type StoreApi } from "zustand/vanilla";

interface Stored<T> {
  readonly value: T;
}

/**
 * A store whose value is kept under one key of localStorage, as plain text, and shared between tabs. Storage
 * failures are ignored: the value is then kept until the page is left (limits-and-texts.md#storage-keys).
 * @param parse if it throws (broken JSON), the text counts as not stored, null
 * @param format returns the text to store; null removes the entry
 */
export function createStoredState<T>(
  key: string,
  parse: (text: string | null) => T,
  format: (value: T) => string | null = JSON.stringify,
) {
  let isRefused = false;

  function read(text: string | null): T {
    try {
      return parse(text);
    } catch {
      return parse(null);
    }
  }

  /** By default `persist` writes JSON in its own shape, but the specified keys contain plain text. */
  const storage: PersistStorage<Stored<T>> = {
    /** @returns null when nothing can be read: the store then keeps its value */
    getItem() {
      try {
        return isRefused ? null : { state: { value: read(localStorage.getItem(key)) } };
      } catch {
        return null;
      }
    },
    setItem(_key, { state }) {
      try {
        const text = format(state.value);
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        isRefused = false;
      } catch {
        isRefused = true;
      }
    },
    removeItem: () => undefined,
  };

  const store = createStore<Stored<T>>()(
    persist(() => ({ value: parse(null) }), { name: key, storage }),
  );

  function readAgain(): void {
    isRefused = false;
    void store.persist.rehydrate();
  }
  // The server has no other tabs.
  if (typeof addEventListener === "function") {
    addEventListener("storage", (event) => {
      // An event without a key means that the whole storage was cleared.
      if (event.key === key || event.key === null) readAgain();
    });
    // A page restored by Back has missed changes in other tabs.
    addEventListener("pageshow", (event) => event.persisted && readAgain());
  }
  return store;
}

/** Returns the initial value on the server and while hydrating, then the stored one. */
export function useStoredState<T>(store: StoreApi<Stored<T>>): T {
  return useStore(store, ({ value }) => value);
}
