import { describe, expect, it } from "vitest";

import { DISTANCE_FORMATS, type DistanceFormats } from "../../domain/distance.ts";
import type { Trim } from "../../domain/vehicle.ts";
import { DEFAULT_COSTS } from "../../domain/ownership.ts";
import { DEFAULT_TRIP } from "../../domain/trip.ts";
import { compareRows } from "./compare-rows.ts";
import { chosenTrims } from "../../../test/chosen.ts";

function rowOf(label: string, ...trims: Partial<Trim>[]) {
  const row = compareRows(chosenTrims(...trims), "all").find((one) => one.label === label);
  if (!row) throw new Error(`There is no row ${label}.`);
  return row;
}

const marks = (label: string, ...trims: Partial<Trim>[]) =>
  rowOf(label, ...trims).cells.map(({ text, best }) => (best ? `${text} *` : text));

describe("rows of the comparison", () => {
  it("has the four rows of the dialog, in order (comparing.md#compare-section)", () => {
    const labels = (which: "main" | "all") =>
      compareRows(chosenTrims({}), which).map(({ label }) => label);
    expect(labels("main")).toEqual(["Price", "Range", "Fast Charging", "Acceleration (0-60)"]);
    expect(labels("all").slice(0, 4)).toEqual(labels("main"));
  });

  // 0.7 × 80 kWh at half of 250 kW takes 26.88 minutes, at 0.7 of it 19.2.
  const rates = { q1: 0.5, q3: 0.7 };
  const estimated = { battery: 80, maxChargingSpeed: 250, range: 305 };

  it("estimates an unknown charging time on the page, which never wins (comparing.md#rows)", () => {
    const trims = chosenTrims(estimated, { charging: 60, range: 305 }, { maxChargingSpeed: 300 });
    const rows = compareRows(trims, "all", { rates });
    const cellsOf = (label: string) => rows.find((row) => row.label === label)?.cells;
    expect(cellsOf("Fast Charging")).toMatchObject([
      { text: "about 19-27 min, estimated", best: false, bar: null },
      { text: "60 min", best: false, bar: null },
      { text: "N/A", missing: true },
    ]);
    expect(cellsOf("500-mile trip")).toMatchObject([
      { text: expect.stringMatching(/^about 7 h/), best: false, bar: null },
      { text: expect.stringMatching(/^8 h/), best: false },
      { text: "N/A", missing: true },
    ]);
    expect(cellsOf("Added in 10 minutes")?.[0]).toMatchObject({ text: "N/A" });
    const dialog = compareRows(trims, "main", { rates })[2]?.cells;
    expect(dialog?.map(({ text }) => text)).toEqual(["N/A", "60 min", "N/A"]);
  });

  it("counts the costs and the winter that are set (comparing.md#rows)", () => {
    const costs = { ...DEFAULT_COSTS, years: 5, milesPerYear: 10_000 };
    const trip = { ...DEFAULT_TRIP, isWinter: true };
    const car = { price: 40_000, consumption: 30, range: 305, charging: 18 };
    const rows = compareRows(chosenTrims(car), "all", { costs, trip });
    const row = rows.find(({ label }) => label === "Cost per year");
    const drive = rows.find(({ label }) => label === "500-mile trip");
    expect(drive?.hint).toBe("at 70 mph, in winter");
    // 483.82 minutes, calculated by hand in the test of trips.
    expect(drive?.cells.map(({ text }) => text)).toEqual(["8 h 4 min"]);
    // 8,000 for the car, 3,000 kWh × (0.8 × 0.1819 + 0.2 × 0.5) = 736.56, 610 for upkeep.
    expect(row?.cells.map(({ text }) => text)).toEqual(["$9,347"]);
    expect(row?.hint).toBe("5 years, 10,000 miles per year");
  });

  it.each<[string, string, Partial<Trim>[], string[]]>([
    ["lower price", "Price", [{ price: 42490 }, { price: 38990 }], ["$42,490", "$38,990 *"]],
    ["longer range", "Range", [{ range: 300 }, { range: 363 }], ["300 miles", "363 miles *"]],
    ["less time", "Fast Charging", [{ charging: 27 }, { charging: 18 }], ["27 min", "18 min *"]],
    [
      "quicker 0-60",
      "Acceleration (0-60)",
      [{ acceleration: 5 }, { zeroToSixty: 3.1, acceleration: 6 }],
      ["5.0s", "3.1s *"],
    ],
    [
      "nothing that the verdict does not mention",
      "Top speed",
      [{ topSpeed: 130 }, { topSpeed: 149 }],
      ["130 mph", "149 mph"],
    ],
    [
      "ties mark all",
      "Range",
      [{ range: 300 }, { range: 300 }, { range: 1 }],
      ["300 miles *", "300 miles *", "1 miles"],
    ],
    [
      "and ties win",
      "Acceleration (0-60)",
      [{ acceleration: 4.81 }, { acceleration: 4.84 }, { acceleration: 5.3 }],
      ["4.8s *", "4.8s *", "5.3s"],
    ],
    [
      "two that lead together, as the verdict says, share it",
      "Range",
      [{ range: 318 }, { range: 307 }, { range: 321 }],
      ["318 miles *", "307 miles", "321 miles *"],
    ],
    [
      "missing never wins",
      "Price",
      [{ price: 0 }, { price: 40_000 }, { price: null }, { price: 40_500 }],
      ["N/A", "$40,000 *", "N/A", "$40,500"],
    ],
    ["the only known one is not best", "Range", [{ range: 300 }, {}], ["300 miles", "N/A"]],
    [
      "miles in ten minutes have none",
      "Added in 10 minutes",
      [{ range: 300, charging: 20 }, { range: 300, charging: 30 }, { range: 300 }],
      ["105 miles", "70 miles", "N/A"],
    ],
    // Calculated by hand in the tests of both: 305 miles and 18 minutes, $40,000 and 30 kWh.
    [
      "a shorter trip",
      "500-mile trip",
      [{ range: 305, charging: 18 }, { range: 305, charging: 36 }, { range: 305 }],
      ["7 h 40 min *", "8 h 1 min", "N/A"],
    ],
    [
      "less cost per year",
      "Cost per year",
      [{ price: 40_000, consumption: 30 }, { price: 48_000, consumption: 30 }, { price: 9 }],
      ["$6,616 *", "$7,616", "N/A"],
    ],
    [
      "size has none",
      "Size (L × W × H)",
      [{ length: 184.8, width: 74.4, height: 61 }, {}],
      ["184.8 × 74.4 × 61 in", "N/A"],
    ],
    ["words are never best", "Drive type", [{ driveType: "AWD" }, {}], ["AWD", "N/A"]],
  ])("%s", (_, label, trims, texts) => {
    expect(marks(label, ...trims)).toEqual(texts);
  });

  it.each<[string, [stars: number | null, reviews: number][], string[]]>([
    [
      "from ten reviews on",
      [
        [5, 9],
        [4.2, 10],
        [4, 11],
      ],
      ["5.0 of 5, 9 reviews", "4.2 of 5, 10 reviews *", "4.0 of 5, 11 reviews"],
    ],
    [
      "not beside one that has fewer",
      [
        [4.9, 200],
        [5, 1],
        [null, 0],
      ],
      ["4.9 of 5, 200 reviews", "5.0 of 5, 1 review", "No ratings"],
    ],
  ])("the best rating: %s", (_, ratings, texts) => {
    const chosen = chosenTrims(...ratings.map(() => ({}))).map((one, at) => {
      const [averageRating = null, reviewCount = 0] = ratings[at] ?? [];
      return { ...one, ev: { ...one.ev, averageRating, reviewCount } };
    });
    const row = compareRows(chosen, "all").find(({ label }) => label === "Rating");
    expect(row?.cells.map(({ text, best }) => (best ? `${text} *` : text))).toEqual(texts);
  });

  it.each<[string, string, Partial<Trim>[], (number | null)[]]>([
    ["the most is full", "Range", [{ range: 400 }, { range: 100 }], [1, 0.25]],
    ["the cheapest is full", "Price", [{ price: 80_000 }, { price: 20_000 }], [0.25, 1]],
    [
      "the quickest is full",
      "Acceleration (0-60)",
      [{ acceleration: 8 }, { acceleration: 4 }, {}],
      [0.5, 1, null],
    ],
    ["the only known one has none", "Range", [{ range: 0 }, { range: 100 }], [null, null]],
    ["what is not better has none", "Battery", [{ battery: 60 }, { battery: 99 }], [null, null]],
  ])("bars: %s", (_, label, trims, bars) => {
    expect(rowOf(label, ...trims).cells.map(({ bar }) => bar)).toEqual(bars);
  });

  it.each<[string, Partial<Trim>[], boolean]>([
    ["alike", [{ range: 300 }, { range: 300 }], false],
    ["one missing", [{ range: 300 }, {}], true],
    ["the last one differs", [{ range: 1 }, { range: 1 }, { range: 2 }], true],
  ])("differences: %s", (_, trims, differs) => {
    expect(rowOf("Range", ...trims).differs).toBe(differs);
  });

  it("says what a trip and a year's cost assume (comparing.md#rows)", () => {
    const trims = chosenTrims({ range: 305, charging: 18, price: 40_000, consumption: 30 });
    const trip = { ...DEFAULT_TRIP, miles: 300, mph: 75, isWinter: true } as const;
    const said = (distance: DistanceFormats) =>
      compareRows(trims, "all", { distance, trip }).flatMap(({ label, hint }) =>
        hint === null ? [] : `${label}: ${hint}`,
      );
    expect(said(DISTANCE_FORMATS.miles)).toEqual([
      "300-mile trip: at 75 mph, in winter",
      "Cost per year: 8 years, 12,000 miles per year",
    ]);
    expect(said(DISTANCE_FORMATS.km)).toEqual([
      "483-km trip: at 121 km/h, in winter",
      "Cost per year: 8 years, 19,312 km per year",
    ]);
  });

  it("has a row for a further fact only where one is known", () => {
    const labels = (...trims: Partial<Trim>[]) =>
      compareRows(chosenTrims(...trims), "all").map(({ label }) => label);
    const further = ["Consumption", "Charge port", "Towing", "Battery warranty", "Value for money"];
    for (const label of further) expect(labels({}, {})).not.toContain(label);
    const known = { consumption: 25, chargePort: "CCS", towing: 1, price: 9, range: 3 } as const;
    const all = labels({}, { ...known, batteryWarranty: "8 yr" });
    expect(all).toEqual(expect.arrayContaining(further));
    expect(labels({}, {})).toContain("Cargo");
  });

  it("writes distances in the visitor's unit (everywhere.md#distances)", () => {
    const rows = compareRows(chosenTrims({ range: 100, topSpeed: 100 }), "all", {
      distance: DISTANCE_FORMATS.km,
    });
    const texts = rows.flatMap(({ cells }) => cells.map(({ text }) => text));
    expect(texts).toContain("161 km");
    expect(texts).toContain("161 km/h");
  });

  it("takes the vehicle's tax-credit flag where the trim has none (vehicles.md#row-fields)", () => {
    const [chosen] = chosenTrims({});
    if (!chosen) throw new Error("A trim was asked for.");
    const eligible = { ...chosen, ev: { ...chosen.ev, taxCreditEligible: true } };
    const row = compareRows([chosen, eligible], "all").find(({ label }) => label === "Tax credit");
    const texts = row?.cells.map(({ text }) => text);
    expect(texts).toEqual(["Did not qualify", "Qualified until Sep 30, 2025"]);
  });
});
