import { describe, expect, it } from "vitest";

import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import type { Trim } from "../../domain/vehicle.ts";
import { chosenTrims, model } from "../../../test/chosen.ts";
import type { Chosen } from "./compare.ts";
import { shortNames } from "./short-names.ts";
import { verdictOn } from "./verdict.ts";

const NAMES = ["Tesla Model Y", "Hyundai Ioniq 5", "Kia EV9"];

/** Creates trims with models of these names. */
function cars(...trims: readonly Partial<Trim>[]): Chosen[] {
  return trims.flatMap((trim, at) => {
    const ev = model(at + 1, NAMES[at] ?? "", [{ rowId: at + 1, ...trim }]);
    return ev.trims.map((one) => ({ ev, trim: one }));
  });
}

const MODEL_Y = { price: 39_990, range: 321, charging: 27 };
const IONIQ_5 = { price: 35_000, range: 245, charging: 18 };

describe("the verdict, worked by hand", () => {
  it.each<[string, Partial<Trim>[], string]>([
    // ln(321 / 245) = 0.270; 2 ln(39,990 / 35,000) = 0.267; ln(27 / 18) / 2 = 0.203.
    [
      "of two, the most decisive first",
      [MODEL_Y, IONIQ_5],
      "The Model Y goes 76 miles farther. The Ioniq 5 costs $4,990 less and charges 9 minutes faster",
    ],
    // 2 ln(60,000 / 40,000) = 0.811; ln(300 / 240) = 0.223; ln(30 / 20) / 2 = 0.203;
    // ln(7 / 5) / 2 = 0.168 and 0.3 ln(8 / 5) = 0.141 are left out.
    [
      "never more than three",
      [
        { price: 40_000, range: 300, charging: 20, seating: 5, zeroToSixty: 5 },
        { price: 60_000, range: 240, charging: 30, seating: 7, zeroToSixty: 8 },
      ],
      "The Model Y costs $20,000 less, goes 60 miles farther and charges 10 minutes faster",
    ],
    [
      "seats, 0-60, cargo and towing where the rest is alike",
      [
        { price: 40_000, range: 300, seating: 5, zeroToSixty: 5.1 },
        { price: 40_000, range: 300, seating: 7, zeroToSixty: 6.8 },
      ],
      "The Ioniq 5 has 2 more seats. The Model Y reaches 60 mph 1.7 seconds sooner",
    ],
    [
      "one seat and one second",
      [
        { seating: 5, zeroToSixty: 5 },
        { seating: 6, zeroToSixty: 6 },
      ],
      "The Ioniq 5 has 1 more seat. The Model Y reaches 60 mph 1 second sooner",
    ],
    [
      "cargo and towing where those are alike, too",
      [
        { cargoCapacity: 30.2, towing: 3_500 },
        { cargoCapacity: 26.3, towing: 2_000 },
      ],
      "The Model Y tows 1,500 lb more and has 3.9 cu ft more cargo space",
    ],
    [
      "nothing of differences that do not matter",
      [
        { price: 40_000, range: 300, charging: 20, zeroToSixty: 5, cargoCapacity: 30 },
        { price: 40_499, range: 309, charging: 22, zeroToSixty: 5.4, cargoCapacity: 32.9 },
      ],
      "",
    ],
    ["nothing of what one of two lacks", [{ price: 40_000, range: 300 }, { price: 0 }], ""],
    ["nothing of one car", [MODEL_Y], ""],
    // ln(321 / 245) = 0.270; 2 ln(39,990 / 35,000) = 0.267; both charge alike.
    [
      "of three, by how much the best leads",
      [MODEL_Y, IONIQ_5, { price: 54_900, range: 230, charging: 18 }],
      "The Model Y goes farthest by 76 miles. The Ioniq 5 is cheapest by $4,990. " +
        "The Ioniq 5 and EV9 charge 9 minutes faster than the Model Y",
    ],
    [
      "of three, with several for one",
      [
        { price: 30_000, range: 300 },
        { price: 50_000, range: 200 },
        { price: 60_000, range: 190 },
      ],
      "The Model Y is cheapest by $20,000 and goes farthest by 100 miles",
    ],
    // 305 and 300 are nearly equal, 180 is not: 300 - 180 = 120, 305 - 180 = 125.
    [
      "of three, with two that are as good",
      [{ range: 305 }, { range: 300 }, { range: 180 }],
      "The Model Y and Ioniq 5 go 120 to 125 miles farther than the EV9",
    ],
    [
      "of three, with two that cost much less by about as much",
      [{ price: 39_900 }, { price: 39_990 }, { price: 46_095 }],
      "The Model Y and Ioniq 5 cost $6,105 to $6,195 less than the EV9",
    ],
    [
      "of three, with two that cost less by whole thousands",
      [{ price: 39_900 }, { price: 40_000 }, { price: 42_000 }],
      "The Model Y and Ioniq 5 cost $2,000 to $2,100 less than the EV9",
    ],
    // ln(300 / 180) = 0.511; ln(30 / 20) / 2 = 0.203.
    [
      "of three, the car that two differences are measured by once",
      [
        { range: 305, charging: 20 },
        { range: 300, charging: 20 },
        { range: 180, charging: 30 },
      ],
      "The Model Y and Ioniq 5 go 120 to 125 miles farther and charge 10 minutes faster than the EV9",
    ],
    // 312 and 304 are equally good; 296 is only 8 less than 304.
    ["of three, in small steps", [{ range: 312 }, { range: 304 }, { range: 296 }], ""],
    [
      "of three where one is not known",
      [{ charging: 30 }, {}, { charging: 20 }],
      "The EV9 charges 10 minutes faster than the Model Y",
    ],
  ])("%s", (_, trims, verdict) => {
    expect(verdictOn(cars(...trims))).toBe(verdict);
  });

  it("counts as the table does, in kilometers too (everywhere.md#distances)", () => {
    // 321 miles are shown as 517 km, 245 as 394 km.
    const trims = cars({ range: 321 }, { range: 245 });
    expect(verdictOn(trims, DISTANCE_FORMATS.km)).toBe("The Model Y goes 123 km farther");
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

  it.each<[string, Chosen[], string[]]>([
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
