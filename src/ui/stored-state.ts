import { useStore } from "zustand";
import { persist, type PersistStorage } from "zustand/middleware";
import { createStore, type StoreApi } from "zustand/vanilla";

interface Stored<T> {
  readonly value: T;
}

/**
 * A store whose value stands under one key of localStorage, as plain text. Tabs share it. Storage
 * failures are ignored: the value then stays until the page is left
 * (limits-and-texts.md#storage-keys).
 * @param parse when it throws (broken JSON) the text counts as not stored, null
 * @param format the text that is stored; null removes the entry
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

  /** By default `persist` writes JSON of its own shape, but the specified keys hold plain texts. */
  const storage: PersistStorage<Stored<T>> = {
    /** @returns null where nothing can be read: the store then keeps what it has */
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
      // An event without a key says that the whole storage was cleared.
      if (event.key === key || event.key === null) readAgain();
    });
    // A page that Back has brought back whole has heard nothing of other tabs meanwhile.
    addEventListener("pageshow", (event) => event.persisted && readAgain());
  }
  return store;
}

/** What it was created with on the server and while hydrating, then what is stored. */
export function useStoredState<T>(store: StoreApi<Stored<T>>): T {
  return useStore(store, ({ value }) => value);
}
