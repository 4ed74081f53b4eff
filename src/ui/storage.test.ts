import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";

import { BROKEN_STORAGE, openBrowser, sampleStorage } from "../../test/sample-browser.ts";
import { onStored, readStored, type Stored, useStored, writeStored } from "./storage.ts";

afterEach(() => vi.unstubAllGlobals());

const numbersAt = (key: string): Stored<readonly number[]> => ({
  key,
  parse: (text) => JSON.parse(text ?? "[]"),
});
const NUMBERS = numbersAt("numbers");

describe("what is stored", () => {
  test("is read and written in its format, and told", () => {
    const storage = sampleStorage({ numbers: "[1]" });
    openBrowser(storage);
    const numbers: typeof NUMBERS = {
      ...NUMBERS,
      format: (value) => (value.length === 0 ? null : JSON.stringify(value)),
    };
    const notified: (readonly number[])[] = [];
    const stop = onStored(numbers.key, () => notified.push(readStored(numbers)));
    expect(readStored(numbers)).toEqual([1]);
    writeStored(numbers, [1, 2]);
    expect(storage.values.get("numbers")).toBe("[1,2]");
    writeStored(numbers, []);
    expect([storage.values.size, notified]).toEqual([0, [[1, 2], []]]);
    stop();
    writeStored(numbers, [3]);
    expect(notified).toHaveLength(2);
  });

  test("is the same object until it changes", () => {
    openBrowser(sampleStorage({ numbers: "[1]" }));
    expect(readStored(NUMBERS)).toBe(readStored(NUMBERS));
  });

  test("is told when another tab writes or clears it, or Back brings the page back", () => {
    const { tell } = openBrowser(sampleStorage());
    let told = 0;
    const stop = onStored(NUMBERS.key, () => (told += 1));
    tell("storage", { key: "other" });
    tell("pageshow", { persisted: false });
    expect(told).toBe(0);
    tell("storage", { key: "numbers" });
    tell("storage", { key: null });
    tell("pageshow", { persisted: true });
    expect(told).toBe(3);
    stop();
    tell("storage", { key: "numbers" });
    expect(told).toBe(3);
  });

  test("counts as none when its text is broken", () => {
    openBrowser(sampleStorage({ numbers: "{" }));
    expect(readStored(NUMBERS)).toEqual([]);
  });

  test("stays until the page is left where storage is refused", () => {
    const refused = numbersAt("refused");
    openBrowser(BROKEN_STORAGE);
    writeStored(refused, [5]);
    expect(readStored(refused)).toEqual([5]);
  });

  test("stays where a full storage refuses it, until another tab has written", () => {
    const storage = sampleStorage({ full: "[1]" });
    const { tell } = openBrowser({ ...storage, setItem: BROKEN_STORAGE.setItem });
    const full = numbersAt("full");
    const stop = onStored(full.key, () => undefined);
    writeStored(full, [6]);
    expect(readStored(full)).toEqual([6]);
    tell("storage", { key: "full" });
    expect(readStored(full)).toEqual([1]);
    stop();
  });

  test("is empty on the server, and what the browser hydrates with", () => {
    expect(readStored(NUMBERS)).toEqual([]);
    openBrowser(sampleStorage({ numbers: "[1]" }));
    const Shown = () => useStored(NUMBERS).length;
    expect(renderToString(createElement(Shown))).toBe("0");
  });
});
