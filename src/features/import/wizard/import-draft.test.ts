import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleStorage } from "../../../../test/sample-browser.ts";
import {
  EMPTY_DRAFT,
  forgetImportDraft,
  readImportDraft,
  saveImportDraft,
  withColumn,
} from "./import-draft.ts";
import { missingText } from "./import-texts.ts";

const ADA = 1;
const KEY = "ev_admin_import";
const FILE = new File(["make"], "cars.csv");
const STORED = {
  fileName: "cars.csv",
  draft: { ...EMPTY_DRAFT, mapping: { columns: { Brand: { field: "make" } } } },
  file: FILE,
} as const;

let stored: Map<string, string>;

beforeEach(() => {
  const storage = sampleStorage();
  stored = storage.values;
  vi.stubGlobal("sessionStorage", storage);
});
afterEach(() => {
  forgetImportDraft();
  vi.unstubAllGlobals();
});

test("a field with a column has no value for all rows", () => {
  const before = { columns: {}, constants: { year: "2025", trim: "Base" } };
  const mapping = withColumn(before, { header: "Jahr" }, { field: "year" });
  expect(mapping.columns).toEqual({ Jahr: { field: "year" } });
  expect(mapping.constants).toEqual({ trim: "Base" });
});

test("missing answers are named in one short sentence", () => {
  expect(missingText(["Trim"])).toBe("Still missing: Trim");
  expect(missingText(["Trim", "Year"])).toBe("Still missing: Trim and Year");
  const many = ["Make", "Model", "Trim", "Year", "Body Type"];
  expect(missingText(many)).toBe("Still missing: Make, Model, Trim, and 2 more");
});

test("an import's draft and file are restored for the user who chose them", () => {
  saveImportDraft(ADA, STORED);
  expect(readImportDraft(ADA)).toEqual(STORED);
  forgetImportDraft();
  expect(readImportDraft(ADA)).toBeNull();
});

test.each([
  "{",
  "{}",
  '{"userId":1,"fileName":"a","draft":{"columns":{},"constants":{},"existing":"skip"}}',
])("a text that no release has written is not a draft: %s", (text) => {
  stored.set(KEY, text);
  expect(readImportDraft(ADA)).toBeNull();
});
