import { expect, test } from "vitest";

import { sampleEv } from "../../test/sample-cars.ts";
import { trimName } from "./trims.ts";

/** Each list has the years of a model's trims; the test names the first trim. */
test.each([
  ["the present year", [2026], 2026, "Base"],
  ["the newest of the model, but before the present year", [2025, 2025], 2026, "Base (2025)"],
  ["the newest of several years", [2026, 2025], 2026, "Base (2026)"],
  ["an older one of several years", [2025, 2026], 2026, "Base (2025)"],
  ["next year's line-up alone", [2027], 2026, "Base"],
  ["the same on New Year's Day", [2026], 2027, "Base (2026)"],
  ["anywhere but on a card", [2023], undefined, "Base"],
  ["several years, anywhere", [2023, 2024], undefined, "Base (2023)"],
] as const)("the year beside a name: %s", (_, years, presentYear, expected) => {
  const ev = sampleEv({ id: 1 }, ...years.map((year) => ({ year })));
  const [trim] = ev.trims;
  expect(trim && trimName(ev, trim, presentYear)).toBe(expected);
});
