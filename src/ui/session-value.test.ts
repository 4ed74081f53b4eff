import { afterEach, expect, test, vi } from "vitest";

import { BROKEN_STORAGE, stubStorage } from "../../test/sample-browser.ts";
import { sessionText, sessionValue, userSessionValue } from "./session-value.ts";

afterEach(() => vi.unstubAllGlobals());

const numbersOf = (text: string | null): readonly number[] => JSON.parse(text ?? "[]");

test("a value of the session is read and written in its format", () => {
  const storage = stubStorage("sessionStorage", { numbers: "{" });
  const numbers = sessionValue("numbers", numbersOf);
  expect(numbers.get()).toEqual([]);
  numbers.set([1, 2]);
  expect([numbers.get(), storage.values.get("numbers")]).toEqual([[1, 2], "[1,2]"]);
});

test("a text of the session is as it is, and null removes it", () => {
  const storage = stubStorage("sessionStorage", { top: "480" });
  const top = sessionText("top");
  expect(top.get()).toBe("480");
  top.set(null);
  expect([top.get(), storage.values.size]).toEqual([null, 0]);
});

test("a value of the session stays until the page is left where storage is refused", () => {
  vi.stubGlobal("sessionStorage", BROKEN_STORAGE);
  const top = sessionText("top");
  expect(top.get()).toBeNull();
  top.set("480");
  expect(top.get()).toBe("480");
});

test("a value of a user is given back to no other, and unusable ones to nobody", () => {
  const storage = stubStorage("sessionStorage");
  const draft = userSessionValue<{ text: string }>("draft", ({ text }) =>
    typeof text === "string" ? { text } : null,
  );
  draft.set(1, { text: "Kia" });
  expect(storage.values.get("draft")).toBe('{"userId":1,"text":"Kia"}');
  expect(draft.get(1)).toEqual({ text: "Kia" });
  expect(draft.get(2)).toBeNull();
  expect(storage.values.size).toBe(0);
  for (const broken of ["{", "7", '{"text":"Kia"}', '{"userId":1}']) {
    storage.values.set("draft", broken);
    expect(draft.get(1), broken).toBeNull();
  }
  draft.set(1, { text: "Kia" });
  draft.forget();
  expect(draft.get(1)).toBeNull();
});
