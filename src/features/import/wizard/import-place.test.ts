import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { NOTHING_SAID } from "./import-draft.ts";
import { forgetPlace, keepPlace, readPlace } from "./import-place.ts";

const ADA = 1;
const GRACE = 2;
const KEY = "ev_admin_import";
const PLACE = {
  fileName: "cars.csv",
  draft: { ...NOTHING_SAID, columns: { Brand: { field: "make" } } },
  isOpen: true,
} as const;
const FILE = new File(["make"], "cars.csv");

/** A tab's storage, which Node has not. */
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  forgetPlace();
  vi.unstubAllGlobals();
});

test("an import's place and file come back to whose they are", () => {
  keepPlace(ADA, PLACE, FILE);
  expect(readPlace(ADA)).toEqual({ ...PLACE, file: FILE });
  forgetPlace();
  expect(readPlace(ADA)).toBeNull();
});

test("an import's place is gone as soon as somebody else is there", () => {
  keepPlace(ADA, PLACE, FILE);
  expect(readPlace(GRACE)).toBeNull();
  expect(readPlace(ADA)).toBeNull();
});

test.each([
  "{",
  "{}",
  '{"userId":1,"fileName":"a","draft":{"columns":{"a":{"field":"no"}},"constants":{}}}',
])("what no release has written is no place: %s", (text) => {
  stored.set(KEY, text);
  expect(readPlace(ADA)).toBeNull();
});
