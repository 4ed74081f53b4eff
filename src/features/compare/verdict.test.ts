import { describe, expect, it } from "vitest";

import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import { type TripInputs, DEFAULT_TRIP } from "../../domain/trip.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { chosenTrims, model } from "../../../test/chosen.ts";
import { type ModelTrim, resolveComparison } from "./compare.ts";
import { type CompareSettings, DEFAULT_SETTINGS } from "./differences.ts";
import { shortNames } from "./compare.ts";
import { findCheapest, nameCheaperTrims, recommend, describeDifferences } from "./verdict.ts";

const NAMES = ["Tesla A", "Hyundai B", "Kia C"];

function cars(...trims: readonly Partial<Trim>[]): ModelTrim[] {
  return trims.flatMap((trim, at) => {
    const ev = model(at + 1, NAMES[at] ?? "", [{ rowId: at + 1, ...trim }]);
    return ev.trims.map((one) => ({ ev, trim: one }));
  });
}

const CAR_A = { price: 39_990, range: 321, charging: 27 };
const CAR_B = { price: 35_000, range: 245, charging: 18 };

/** Mean charging power from 10 to 80 %, as a share of the peak. */
const RATES = { q1: 0.5, q3: 0.7 };
// 0.7 × 80 kWh at half of 250 kW takes 26.88 minutes, at 0.7 of it 19.2.
const ESTIMATED = { battery: 80, maxChargingSpeed: 250 };

describe("the verdict, worked by hand (comparing.md#verdict)", () => {
  it.each<[string, Partial<Trim>[], string[]]>([
    // ln(321 / 245) = 0.270; 2 ln(39,990 / 35,000) = 0.267; ln(27 / 18) / 2 = 0.203.
    [
      "of two, the most decisive first",
      [CAR_A, CAR_B],
      [
        "The A goes 76 miles farther than the B.",
        "The B costs $4,990 less than the A.",
        "The B charges 9 minutes faster than the A.",
      ],
    ],
    // 2 ln(60,000 / 40,000) = 0.811; ln(300 / 240) = 0.223; ln(30 / 20) / 2 = 0.203;
    // ln(7 / 5) / 2 = 0.168, 0.3 ln(8 / 5) = 0.141 and the trip's are left out.
    [
      "never more than three",
      [
        { price: 40_000, range: 300, charging: 20, seating: 5, zeroToSixty: 5 },
        { price: 60_000, range: 240, charging: 30, seating: 7, zeroToSixty: 8 },
      ],
      [
        "The A costs $20,000 less than the B.",
        "The A goes 60 miles farther than the B.",
        "The A charges 10 minutes faster than the B.",
      ],
    ],
    [
      "seats and 0-60 where the rest is alike",
      [
        { price: 40_000, range: 300, seating: 5, zeroToSixty: 5.1 },
        { price: 40_000, range: 300, seating: 7, zeroToSixty: 6.8 },
      ],
      ["The B has 2 more seats than the A.", "The A reaches 60 mph 1.7 s sooner than the B."],
    ],
    [
      "cargo, towing and consumption where those are alike, too",
      [
        { cargoCapacity: 30.2, towing: 3_500, consumption: 28.1 },
        { cargoCapacity: 26.3, towing: 2_000, consumption: 25 },
      ],
      [
        "The A tows 1,500 lb more than the B.",
        "The B uses 3.1 kWh/100 mi less than the A.",
        "The A has 3.9 cu ft more cargo space than the B.",
      ],
    ],
    // 7 h 40 min, as in the test of trips, and 8 h 1 min.
    [
      "a long trip, after what makes it so",
      [18, 36].map((charging) => ({ range: 305, charging })),
      [
        "The A charges 18 minutes faster than the B.",
        "The A takes 21 minutes less for 500 miles than the B.",
      ],
    ],
    [
      "nothing of differences that do not matter",
      [
        { price: 40_000, range: 300, charging: 20, zeroToSixty: 5, cargoCapacity: 30 },
        { price: 40_499, range: 309, charging: 22, zeroToSixty: 5.4, cargoCapacity: 32.9 },
      ],
      [],
    ],
    [
      "differences that just matter, whatever their binary fractions",
      [
        { cargoCapacity: 26.9, zeroToSixty: 4.1 },
        { cargoCapacity: 29.9, zeroToSixty: 4.6 },
      ],
      [
        "The A reaches 60 mph 0.5 s sooner than the B.",
        "The B has 3 cu ft more cargo space than the A.",
      ],
    ],
    ["nothing of what one of two lacks", [{ price: 40_000, range: 300 }, { price: 0 }], []],
    ["nothing of one car", [CAR_A], []],
    // ln(321 / 245) = 0.270; 2 ln(39,990 / 35,000) = 0.267; both charge alike.
    [
      "of three, by how much the best leads the next best",
      [CAR_A, CAR_B, { price: 54_900, range: 230, charging: 18 }],
      [
        "The A goes 76 miles farther than the B.",
        "The B costs $4,990 less than the A.",
        "The B and C charge 9 minutes faster than the A.",
      ],
    ],
    // 305 and 300 are nearly equal, 180 is not: 300 - 180 = 120, 305 - 180 = 125.
    [
      "of three, with two that are as good",
      [{ range: 305 }, { range: 300 }, { range: 180 }],
      ["The A and B go 120 to 125 miles farther than the C."],
    ],
    // 312 and 304 are equally good; 296 is only 8 less than 304.
    ["of three, in small steps", [{ range: 312 }, { range: 304 }, { range: 296 }], []],
    [
      "of three, of the two whose price is known",
      [{ price: 40_000 }, { price: 0 }, { price: 45_000 }],
      ["The A costs $5,000 less than the C."],
    ],
    [
      "of known times",
      [{ charging: 30 }, {}, { charging: 20 }],
      ["The C charges 10 minutes faster than the A."],
    ],
    [
      "of three, nothing of an estimated charging time",
      [{ charging: 60 }, ESTIMATED, { charging: 30 }],
      ["The C charges 30 minutes faster than the A."],
    ],
  ])("%s", (_, trims, verdict) => {
    const settings = { ...DEFAULT_SETTINGS, rates: RATES };
    expect(describeDifferences(cars(...trims), settings)).toEqual(verdict);
  });

  it("counts as the table does, in kilometers too (everywhere.md#distances)", () => {
    // 321 miles are shown as 517 km, 245 as 394 km.
    const trims = cars({ range: 321, consumption: 25 }, { range: 245, consumption: 28.1 });
    const settings = { ...DEFAULT_SETTINGS, distance: DISTANCE_FORMATS.km };
    expect(describeDifferences(trims, settings)).toEqual([
      "The A goes 123 km farther than the B.",
      "The A uses 1.9 kWh/100 km less than the B.",
    ]);
    // Imported from kilometers: 452 and 400.
    expect(describeDifferences(cars({ range: 280.9 }, { range: 248.5 }), settings)).toEqual([
      "The A goes 52 km farther than the B.",
    ]);
  });

  it("tells two years of one trim apart", () => {
    const ev = model(1, "Hyundai Ioniq 5", [
      { rowId: 1, trim: "SE", year: 2026, price: 37_500 },
      { rowId: 2, trim: "SE", year: 2025, price: 46_550 },
    ]);
    const trims = ev.trims.map((trim) => ({ ev, trim }));
    const cheaper = ["The SE (2026) costs $9,050 less than the SE (2025)."];
    expect(describeDifferences(trims, DEFAULT_SETTINGS)).toEqual(cheaper);
  });

  it("rates models only by ten reviews or more", () => {
    const [stars, reviews] = [
      [4.5, 3.9, 5],
      [20, 10, 9],
    ];
    const rated = cars({}, {}, {}).map(({ ev, trim }, at) => {
      return { trim, ev: { ...ev, averageRating: stars[at] ?? 0, reviewCount: reviews[at] ?? 0 } };
    });
    const higher = ["The A is rated 0.6 stars higher than the B."];
    expect(describeDifferences(rated, DEFAULT_SETTINGS)).toEqual(higher);
  });
});

describe("a cheaper trim that is not compared (comparing.md#verdict)", () => {
  const equinox = model(1, "Chevrolet Equinox EV", [
    { rowId: 11, trim: "RS AWD", year: 2026, price: 44_095 },
    { rowId: 12, trim: "LT FWD", year: 2025, price: 33_600 },
    { rowId: 13, trim: "LT FWD", year: 2024, price: 30_000 },
  ]);
  const ioniq = model(2, "Hyundai Ioniq 5", [
    { rowId: 14, trim: "SEL", price: 39_800 },
    { rowId: 15, trim: "SE", price: 35_000 },
    { rowId: 16, trim: "Limited", price: null },
    { rowId: 17, trim: "SE Plus", price: 35_000 },
  ]);
  const LT = "the Chevrolet Equinox EV LT FWD (2025) for $33,600";

  it.each<[string, number[], string]>([
    ["of one model", [11, 15], `A cheaper trim is not compared here: ${LT}.`],
    [
      "of two models",
      [11, 14],
      `Cheaper trims are not compared here: ${LT} and the Hyundai Ioniq 5 SE for $35,000.`,
    ],
    [
      "of an older year if the newer ones are compared",
      [12, 15],
      "A cheaper trim is not compared here: the Chevrolet Equinox EV LT FWD (2024) for $30,000.",
    ],
    ["beside a dearer trim of the same model", [11, 13], ""],
    ["that costs as much", [13, 15, 17], ""],
    ["where the compared price is unknown", [13, 16], ""],
  ])("%s", (_, ids, line) => {
    const { chosen } = resolveComparison(ids, [equinox, ioniq]);
    expect(nameCheaperTrims(chosen)).toBe(line);
  });
});

describe("a car for each need, worked by hand (comparing.md#recommendation)", () => {
  const said = (chosen: readonly ModelTrim[], settings: Partial<CompareSettings> = {}) => {
    const needs = recommend(chosen, { ...DEFAULT_SETTINGS, ...settings });
    return needs.map((one) => `${one.need}: ${one.cars}${one.details}`);
  };

  /** Everything that nobody asks about here is known and equal. */
  const EQUAL = { price: 40_000, range: 300, charging: 20, zeroToSixty: 5, seating: 5 };
  const equally = (...trims: readonly Partial<Trim>[]) =>
    cars(...trims.map((trim) => ({ ...EQUAL, cargoCapacity: 30, ...trim })));

  it("names a car for each need", () => {
    // 500 miles: 7 h 40 min, as in the test of trips. 321 miles: H 304.95, 225.545 miles beyond the
    // first leg, 1.0566 charges of 27 minutes and two stops: 428.57 + 28.53 + 10 = 7 h 47 min, so
    // neither leads by ten minutes; with 319 and 41 minutes it takes 8 h 2 min.
    const trims = equally(
      { price: 35_000, range: 305, charging: 18, cargoCapacity: 26.3 },
      { price: 33_600, range: 319, charging: 41, cargoCapacity: 26.4 },
      { price: 39_990, range: 321, charging: 27, cargoCapacity: 30.2 },
    );
    expect(said(trims)).toEqual(["Long trips: A or C", "Price: B", "Cargo: C", "Fast charging: A"]);
  });

  it.each<[string, Partial<Trim>[], string[]]>([
    ["equal cars for nothing", [{}, {}], []],
    [
      "what hardly differs for nothing",
      [{}, { price: 40_499, cargoCapacity: 32.9, zeroToSixty: 5.4, charging: 22 }],
      [],
    ],
    ["small steps for nothing", [4, 4.4, 4.8].map((zeroToSixty) => ({ zeroToSixty })), []],
    [
      "0-60 by either figure",
      [{ zeroToSixty: 4.5 }, { zeroToSixty: null, acceleration: 7.7 }],
      ["Acceleration: A"],
    ],
    ["more seats", [{ seating: 7, cargoCapacity: 29 }, {}], ["Seats: A"]],
    ["seats and cargo apart", [{ seating: 7, cargoCapacity: 20 }, {}], ["Seats: A", "Cargo: B"]],
    [
      "both that have more seats",
      [{ seating: 7, cargoCapacity: 20 }, { seating: 7, cargoCapacity: 43 }, {}],
      ["Seats: A or B", "Cargo: B"],
    ],
    ["the cheapest", [{ price: null }, {}, { price: 50_000 }], ["Price: B (A: price unknown)"]],
    ["nobody beside a gap", [{ price: 0 }, {}], ["Price: no clear answer (A: price unknown)"]],
    [
      "also what is not decided",
      [{ range: null }, { price: 50_000 }],
      ["Long trips: no clear answer (A: range unknown; B: 7 h 43 min)", "Price: A"],
    ],
    ["nobody of equals", [{}, {}, { price: null }], ["Price: no clear answer (C: price unknown)"]],
    [
      "with an unknown charging time",
      [{ charging: null }, {}, { charging: 40 }],
      ["Long trips: B (A: charging time unknown)", "Fast charging: B"],
    ],
    // H 285, 243.5 miles beyond the first leg: 1.2206 charges of 23 minutes and two stops.
    [
      "with an estimate, which alone decides nothing",
      [{ charging: null, ...ESTIMATED }, { charging: 60 }],
      ["Long trips: no clear answer (A: about 7 h 47 min; B: 8 h 32 min)"],
    ],
    [
      "with an estimate beside two known times",
      [{ charging: null, ...ESTIMATED }, { charging: 60 }, {}],
      ["Long trips: C (A: about 7 h 47 min)", "Fast charging: C"],
    ],
    [
      "with different gaps",
      [{ charging: null, ...ESTIMATED }, { charging: null }, {}],
      [
        "Long trips: no clear answer (A: about 7 h 47 min; B: charging time unknown; C: 7 h 43 min)",
      ],
    ],
    [
      "what one of them lacks, with its name once",
      [{ price: null, seating: null }, { cargoCapacity: null }],
      [
        "Price: no clear answer (A: price unknown)",
        "Seats: no clear answer (A: seats unknown)",
        "Cargo: no clear answer (B: cargo space unknown)",
      ],
    ],
    [
      "what all of them lack",
      [{ price: null }, { price: null }],
      ["Price: no clear answer (A and B: price unknown)"],
    ],
    [
      "seats, with the one whose cargo space is unknown",
      [{ seating: 7 }, { cargoCapacity: null }],
      ["Seats: A", "Cargo: no clear answer (B: cargo space unknown)"],
    ],
    ["nobody for seats", [{ seating: null }, {}], ["Seats: no clear answer (A: seats unknown)"]],
  ])("%s", (_, trims, needs) => {
    expect(said(equally(...trims), { rates: RATES })).toEqual(needs);
  });

  it("follows the trip that is set", () => {
    const trims = cars({ range: 400, charging: 60 }, { range: 250, charging: 15 });
    const tripsBest = (trip: Partial<TripInputs>) =>
      said(trims, { trip: { ...DEFAULT_TRIP, ...trip } })[0];
    // Only the first car can drive 300 miles in one go: 342 is 0.9 of its 380, the other's is 213.75.
    expect(tripsBest({ miles: 300 })).toBe("Long trips: A");
    expect(tripsBest({ isWinter: true })).toBe("Long trips: B");
  });
});

describe("names in it", () => {
  const tesla = model(1, "Tesla Model 3", [
    { rowId: 1, trim: "Long Range", year: 2026 },
    { rowId: 2, trim: "Performance", year: 2026 },
    { rowId: 3, trim: "Long Range", year: 2025 },
  ]);
  const [long, performance, older] = tesla.trims.map((trim) => ({ ev: tesla, trim }));
  const [other] = chosenTrims({});
  if (!long || !performance || !older || !other) throw new Error("They were made above.");
  const namesake = { ev: { ...other.ev, model: "Model 3" }, trim: other.trim };

  const numbered = { ev: { ...other.ev, model: "2" }, trim: other.trim };

  it.each<[string, ModelTrim[], string[]]>([
    ["the model", [long, other], ["Model 3", "Model"]],
    ["the make with a model that is a number", [long, numbered], ["Model 3", "Make0 2"]],
    ["the trim within one model", [long, performance], ["Long Range", "Performance"]],
    ["the year within one trim", [long, older], ["Long Range (2026)", "Long Range (2025)"]],
    [
      "trim and year only where they are needed",
      [long, performance, older],
      ["Long Range (2026)", "Performance", "Long Range (2025)"],
    ],
    [
      "model and trim beside another model",
      [long, performance, other],
      ["Model 3 Long Range", "Model 3 Performance", "Model"],
    ],
    ["the make with models of one name", [long, namesake], ["Tesla Model 3", "Make0 Model 3"]],
  ])("%s", (_, chosen, names) => {
    expect(shortNames(chosen)).toEqual(names);
  });
});

describe("the cheapest trim of each model (comparing.md#like-for-like)", () => {
  const EV6 = model(1, "Kia EV6", [
    { rowId: 11, price: 50_000 },
    { rowId: 12, price: 43_000 },
  ]);
  const LEAF = model(2, "Nissan Leaf", [{ rowId: 21 }]);
  const ARIYA = model(3, "Nissan Ariya", [{ rowId: 31 }]);

  const choose = (...trims: readonly [ev: Ev, rowId: number][]): ModelTrim[] =>
    trims.flatMap(([ev, id]) =>
      ev.trims.filter(({ rowId }) => rowId === id).map((trim) => ({ ev, trim })),
    );

  it("picks the cheapest of each model, in the order of the comparison", () => {
    expect(findCheapest(choose([EV6, 11], [LEAF, 21]))).toEqual([12, 21]);
    expect(findCheapest(choose([LEAF, 21], [EV6, 11]))).toEqual([21, 12]);
  });

  it.each<[string, ModelTrim[]]>([
    ["of the cheapest trims", choose([LEAF, 21], [EV6, 12])],
    ["of models with one trim each", choose([LEAF, 21], [ARIYA, 31])],
    ["of two trims of one model", choose([EV6, 11], [EV6, 12])],
    ["of two trims of one model beside another", choose([EV6, 11], [EV6, 12], [LEAF, 21])],
    ["of one car", choose([EV6, 11])],
    ["of nothing", []],
  ])("offers nothing for a comparison %s", (_, chosen) => {
    expect(findCheapest(chosen)).toEqual([]);
  });
});
