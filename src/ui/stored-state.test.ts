import { afterEach, describe, expect, test, vi } from "vitest";

import { BROKEN_STORAGE, openBrowser, sampleStorage } from "../../test/sample-browser.ts";
import { createStoredState } from "./stored-state.ts";

afterEach(() => vi.unstubAllGlobals());

const numbersOf = (text: string | null): readonly number[] => JSON.parse(text ?? "[]");
const createNumbers = (format?: (numbers: readonly number[]) => string | null) =>
  createStoredState("numbers", numbersOf, format);

describe("a stored state", () => {
  test("is read and written in its format, and told", () => {
    const storage = sampleStorage({ numbers: "[1]" });
    openBrowser(storage);
    const numbers = createNumbers((value) => (value.length === 0 ? null : JSON.stringify(value)));
    const notified: (readonly number[])[] = [];
    const stop = numbers.subscribe(({ value }) => notified.push(value));
    expect(numbers.getState().value).toEqual([1]);
    numbers.setState({ value: [1, 2] });
    expect(storage.values.get("numbers")).toBe("[1,2]");
    numbers.setState({ value: [] });
    expect([storage.values.size, notified]).toEqual([0, [[1, 2], []]]);
    stop();
    numbers.setState({ value: [3] });
    expect(notified).toHaveLength(2);
  });

  test("follows other tabs, also to a cleared storage", () => {
    const storage = sampleStorage();
    const { tell } = openBrowser(storage);
    const numbers = createNumbers();
    storage.setItem("numbers", "[4]");
    tell("storage", { key: "other" });
    expect(numbers.getState().value).toEqual([]);
    tell("storage", { key: "numbers" });
    expect(numbers.getState().value).toEqual([4]);
    storage.removeItem("numbers");
    tell("storage", { key: null });
    expect(numbers.getState().value).toEqual([]);
  });

  test("is read again when Back brings the page back whole", () => {
    const storage = sampleStorage();
    const { tell } = openBrowser(storage);
    const numbers = createNumbers();
    storage.setItem("numbers", "[5]");
    tell("pageshow", { persisted: false });
    expect(numbers.getState().value).toEqual([]);
    tell("pageshow", { persisted: true });
    expect(numbers.getState().value).toEqual([5]);
  });

  test("counts as none when its text is broken", () => {
    openBrowser(sampleStorage({ numbers: "{" }));
    expect(createNumbers().getState().value).toEqual([]);
  });

  test("stays until the page is left where storage is refused", () => {
    openBrowser(BROKEN_STORAGE);
    const numbers = createNumbers();
    numbers.setState({ value: [5] });
    void numbers.persist.rehydrate();
    expect(numbers.getState().value).toEqual([5]);
  });

  test("stays where a full storage refuses it, until another tab has written", () => {
    const storage = sampleStorage({ numbers: "[1]" });
    const { tell } = openBrowser({ ...storage, setItem: BROKEN_STORAGE.setItem });
    const numbers = createNumbers();
    numbers.setState({ value: [6] });
    void numbers.persist.rehydrate();
    expect(numbers.getState().value).toEqual([6]);
    tell("storage", { key: "numbers" });
    expect(numbers.getState().value).toEqual([1]);
  });

  test("is empty on the server, and what the browser hydrates with", () => {
    expect(createNumbers().getState().value).toEqual([]);
    openBrowser(sampleStorage({ numbers: "[1]" }));
    expect(createNumbers().getInitialState().value).toEqual([]);
  });
});
