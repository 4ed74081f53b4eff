import { afterEach, beforeEach, expect, test } from "vitest";
import { stubStorage } from "../../../../test/sample-browser.ts";
import {
  draftOfFile,
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
  stored = stubStorage("sessionStorage").values;
});
afterEach(forgetImportDraft);

test("a field with a column has no value for all rows", () => {
  const before = { columns: {}, constants: { year: "2025", trim: "Base" } };
  const mapping = withColumn(before, { header: "Jahr" }, { field: "year" });
  expect(mapping.columns).toEqual({ Jahr: { field: "year" } });
  expect(mapping.constants).toEqual({ trim: "Base" });
});

test("typed cells stay for the same file, and the mapping for a corrected one of its name", () => {
  const cells = [{ row: 1, column: "Trim", text: "Premium" }];
  const chosen = draftOfFile(FILE, undefined, EMPTY_DRAFT);
  const answered = { ...chosen, mapping: { ...STORED.draft.mapping, cells } };
  saveImportDraft(ADA, { fileName: FILE.name, draft: answered });
  const { fileName, draft } = readImportDraft(ADA) ?? STORED;
  expect(draftOfFile(FILE, fileName, draft)).toEqual(answered);
  const corrected = draftOfFile(new File(["make,model"], "cars.csv"), fileName, draft);
  expect(corrected.mapping).toEqual(STORED.draft.mapping);
  const other = draftOfFile(new File(["make"], "vans.csv"), fileName, draft);
  expect(other.mapping).toEqual(EMPTY_DRAFT.mapping);
});

test("missing answers are all named in one sentence", () => {
  expect(missingText(["Trim"])).toBe("Still missing: Trim");
  expect(missingText(["Trim", "Year"])).toBe("Still missing: Trim and Year");
  const many = ["Make", "Model", "Trim", "Year", "Body Type"];
  expect(missingText(many)).toBe("Still missing: Make, Model, Trim, Year, and Body Type");
  const named = "Still missing: A, B, C, D, E, F, G, H, and 2 more";
  expect(missingText("A B C D E F G H I J".split(" "))).toBe(named);
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
