import { expect, test } from "vitest";

import { SHOWN_FIELDS } from "../../domain/shown-fields.ts";
import { type FigureField, sheetNameOf } from "../claims/claims.ts";
import { readValue } from "./figure-correction.tsx";

test.each<[FigureField, string, unknown]>([
  ["range", "313", 313],
  ["price", " $45,990 ", 45_990],
  ["zeroToSixty", "4.85", 4.85],
  ["charging", "12,5", "12,5"],
  ["range", " ", null],
  ["taxCreditEligible", "Yes", true],
  ["chargePort", "NACS", "NACS"],
  ["batteryWarranty", "8 yr / 100,000 mi", "8 yr / 100,000 mi"],
])("%s from %j is read as %j", (field, text, value) => {
  expect(readValue(SHOWN_FIELDS[sheetNameOf(field)], text)).toBe(value);
});
