import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { EMPTY_DRAFT } from "./import-draft.ts";
import { forgetImportDraft, saveImportDraft, readImportDraft } from "./stored-draft.ts";

const ADA = 1;
const GRACE = 2;
const KEY = "ev_admin_import";
const STORED = {
  fileName: "cars.csv",
  draft: { ...EMPTY_DRAFT, mapping: { columns: { Brand: { field: "make" } } } },
  isOpen: true,
} as const;
const FILE = new File(["make"], "cars.csv");

/** A tab's session storage, which Node does not have. */
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
  forgetImportDraft();
  vi.unstubAllGlobals();
});

test("an import's draft and file are restored for the user who chose them", () => {
  saveImportDraft(ADA, STORED, FILE);
  expect(readImportDraft(ADA)).toEqual({ ...STORED, file: FILE });
  forgetImportDraft();
  expect(readImportDraft(ADA)).toBeNull();
});

test("an import's draft is discarded as soon as another user is signed in", () => {
  saveImportDraft(ADA, STORED, FILE);
  expect(readImportDraft(GRACE)).toBeNull();
  expect(readImportDraft(ADA)).toBeNull();
});

test.each([
  "{",
  "{}",
  '{"userId":1,"fileName":"a","draft":{"mapping":{"columns":{"a":{"field":"no"}}},"existing":"skip"}}',
  '{"userId":1,"fileName":"a","draft":{"columns":{},"constants":{},"existing":"skip"}}',
])("a text that no release has written is not a draft: %s", (text) => {
  stored.set(KEY, text);
  expect(readImportDraft(ADA)).toBeNull();
});
