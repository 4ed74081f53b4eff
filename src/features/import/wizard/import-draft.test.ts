import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleStorage } from "../../../../test/sample-browser.ts";
import {
  changeMapping,
  EMPTY_DRAFT,
  forgetImportDraft,
  modelWithout,
  readImportDraft,
  saveImportDraft,
  withColumn,
} from "./import-draft.ts";
import { missingText } from "./import-texts.ts";

const ADA = 1;
const KEY = "ev_admin_import";
const STORED = {
  fileName: "cars.csv",
  draft: { ...EMPTY_DRAFT, mapping: { columns: { Brand: { field: "make" } } } },
  isOpen: true,
} as const;
const FILE = new File(["make"], "cars.csv");

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
  const draft = changeMapping(EMPTY_DRAFT, { constants: { year: "2025", trim: "Base" } });
  const { mapping } = withColumn(draft, { header: "Jahr" }, { field: "year" });
  expect(mapping.columns).toEqual({ Jahr: { field: "year" } });
  expect(mapping.constants).toEqual({ trim: "Base" });
});

test("missing answers are named in one short sentence", () => {
  expect(missingText(["Trim"])).toBe("Still missing: Trim");
  expect(missingText(["Trim", "Year"])).toBe("Still missing: Trim and Year");
  const many = ["Make", "Model", "Trim", "Year", "Body Type"];
  expect(missingText(many)).toBe("Still missing: Make, Model, Trim, and 2 more");
});

test.each([
  ["Bolt LT", "LT", "Bolt"],
  ["EQS 450+ Sedan", "450+", "EQS Sedan"],
  ["Bolt LT", "L", undefined],
  ["Bolt LT", "Base", undefined],
  ["Ocean", "Ocean", undefined],
  ["Ocean", " ", undefined],
  ["EV3 Long Range GT-Line²", "Long Range GT-Line", "EV3"],
  ["Corsa Electric GS *", "gs†", "Corsa Electric"],
  ["ID.3 Pro S", "Pro", undefined],
  ["5 E-Tech 150", "5", undefined],
])("a trim that is typed for a name is taken out of its model: %s, %s", (model, trim, rest) => {
  expect(modelWithout(model, trim)).toBe(rest);
});

test("an import's draft and file are restored for the user who chose them", () => {
  saveImportDraft(ADA, STORED, FILE);
  expect(readImportDraft(ADA)).toEqual({ ...STORED, file: FILE });
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
