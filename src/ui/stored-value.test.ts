import { afterEach, describe, expect, test, vi } from "vitest";

import { BROKEN_STORAGE, sampleStorage } from "../../test/sample-browser.ts";
import { storedValue } from "./stored-value.ts";

/** A browser with this storage, whose other tabs can be heard. */
function open(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  const tabs = new EventTarget();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("addEventListener", tabs.addEventListener.bind(tabs));
  vi.stubGlobal("removeEventListener", tabs.removeEventListener.bind(tabs));
  return {
    /** another tab stores something; null clears all of it */
    tell: (key: string | null) => tabs.dispatchEvent(Object.assign(new Event("storage"), { key })),
  };
}
afterEach(() => vi.unstubAllGlobals());

const numbersOf = (text: string | null): readonly number[] => JSON.parse(text ?? "[]");

describe("a stored value", () => {
  test("is read and written in its format, and told", () => {
    const storage = sampleStorage({ numbers: "[1]" });
    open(storage);
    const numbers = storedValue("numbers", numbersOf, {
      format: (value) => (value.length === 0 ? null : JSON.stringify(value)),
    });
    let told = 0;
    const stop = numbers.subscribe(() => (told += 1));
    expect(numbers.get()).toEqual([1]);
    expect(numbers.get()).toBe(numbers.get());
    numbers.set([1, 2]);
    expect([numbers.get(), storage.values.get("numbers")]).toEqual([[1, 2], "[1,2]"]);
    numbers.set([]);
    expect([numbers.get(), storage.values.size, told]).toEqual([[], 0, 2]);
    stop();
    numbers.set([3]);
    expect(told).toBe(2);
  });

  test("is told of other tabs, also of a cleared storage", () => {
    const storage = sampleStorage();
    const { tell } = open(storage);
    const numbers = storedValue("numbers", numbersOf);
    let told = 0;
    numbers.subscribe(() => (told += 1));
    storage.setItem("numbers", "[4]");
    tell("numbers");
    tell("other");
    expect([numbers.get(), told]).toEqual([[4], 1]);
    storage.removeItem("numbers");
    tell(null);
    expect([numbers.get(), told]).toEqual([[], 2]);
  });

  test("counts as none when its text is broken", () => {
    open(sampleStorage({ numbers: "{" }));
    const numbers = storedValue("numbers", numbersOf);
    expect(numbers.get()).toEqual([]);
    expect(numbers.get()).toBe(numbers.fallback());
  });

  test("holds until the page is left where storage is refused", () => {
    open(BROKEN_STORAGE);
    const numbers = storedValue("numbers", numbersOf);
    expect(numbers.get()).toEqual([]);
    numbers.set([5]);
    expect(numbers.get()).toEqual([5]);
  });

  test("is its fallback on the server", () => {
    const numbers = storedValue("numbers", numbersOf, { area: "session" });
    expect(numbers.get()).toEqual([]);
  });
});
