import { describe, expect, test } from "vitest";

import { sampleTrim } from "../../test/sample-cars.ts";
import { DISTANCE_FORMATS } from "./distance.ts";
import type { Trim } from "./vehicle.ts";
import { findYearChange, formatYearChange } from "./year-change.ts";

const { miles, km } = DISTANCE_FORMATS;

/** Returns the words for a 2026 trim compared with others, which are from 2025 unless specified. */
function sayChange(now: Partial<Trim>, before: Partial<Trim>[], distance = miles): string | null {
  const trim = sampleTrim({ year: 2026, rowId: 9, ...now });
  const others = before.map((one, at) => sampleTrim({ year: 2025, rowId: at + 10, ...one }));
  const change = findYearChange([trim, ...others], trim, distance);
  return change && formatYearChange(change);
}

// The sample trim: $45,000, 300 miles, 25 min, 5.0 s, 25 cu ft.
test.each<[string, Partial<Trim>, Partial<Trim>, string | null]>([
  ["a lower price", { price: 35_000 }, { price: 42_500 }, "$7,500 less than the 2025"],
  ["a higher price", { price: 45_500 }, {}, "$500 more than the 2025"],
  ["more range", { range: 301 }, {}, "1 mile more range than the 2025"],
  ["less time to charge", { charging: 22 }, {}, "3 min faster charging than the 2025"],
  ["a quicker one", { zeroToSixty: 4.7 }, {}, "0.3 s quicker to 60 than the 2025"],
  ["a slower one", { acceleration: 5.2 }, {}, "0.2 s slower to 60 than the 2025"],
  ["more space", { cargoCapacity: 26.5 }, {}, "1.5 cu ft more cargo space than the 2025"],
  [
    "three figures",
    { price: 44_000, range: 310, charging: 20 },
    {},
    "$1,000 less, 10 miles more range and 5 min faster charging than the 2025",
  ],
  ["nothing", {}, {}, null],
  ["what the page does not show", { zeroToSixty: 5.04 }, { zeroToSixty: 4.96 }, null],
  ["a price that was unknown", {}, { price: null }, null],
  ["a price that is unknown", { price: 0 }, {}, null],
])("says of a year with %s", (_, now, before, words) => {
  expect(sayChange(now, [before])).toBe(words);
});

describe("the trim it is compared with", () => {
  const cheaper = { price: 40_000 };

  test("has the same name, in any case, and none is no comparison", () => {
    expect(sayChange({ ...cheaper, trim: "Long Range" }, [{ trim: "LONG  range" }])).toBe(
      "$5,000 less than the 2025",
    );
    expect(sayChange(cheaper, [{ trim: "Base Plus" }])).toBeNull();
    expect(sayChange(cheaper, [])).toBeNull();
  });

  test("is of the latest earlier year, wherever it stands", () => {
    const years = [{ year: 2023 }, { year: 2024, price: 41_000 }, { year: 2027, price: 1 }];
    expect(sayChange(cheaper, years)).toBe("$1,000 less than the 2024");
  });

  test("is never of the same year", () => {
    expect(sayChange(cheaper, [{ year: 2026 }])).toBeNull();
  });
});

test("distances are those that the page shows", () => {
  // 300 miles are 483 km and 306 miles 492 km.
  expect(sayChange({ range: 306 }, [{}], km)).toBe("9 km more range than the 2025");
});
