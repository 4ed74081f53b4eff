import { expect, test } from "vitest";

import type { FieldEntry } from "../../domain/field-kinds.ts";
import { readValue } from "./correction-form.tsx";

test.each<[FieldEntry["kind"], string | null, unknown]>([
  ["figure", "313", 313],
  ["figure", " $45,990 ", 45_990],
  ["figure", "4.85", 4.85],
  ["figure", "12,5", "12,5"],
  ["figure", "far", "far"],
  ["figure", null, null],
  ["flag", "Yes", true],
  ["flag", "No", false],
  ["choice", "NACS", "NACS"],
  ["text", "8 yr / 100,000 mi", "8 yr / 100,000 mi"],
])("of a %s %j is read as %j", (kind, text, value) => {
  expect(readValue({ kind }, text)).toBe(value);
});
