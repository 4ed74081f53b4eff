import { describe, expect, test } from "vitest";

import { sampleEv, sampleTrim } from "../../../test/sample-cars.ts";
import type { Trim } from "../../domain/vehicle.ts";
import type { Chosen } from "../compare/compare.ts";
import { formatFeet, sizedCars, sizesInWords, unknownInWords } from "./sizes.ts";

function car(id: number, model: string, ...trims: Partial<Trim>[]): Chosen {
  const ev = sampleEv({ id, make: "Make", model, bodyType: "SUV" }, ...trims);
  return { ev, trim: ev.trims.at(-1) ?? sampleTrim() };
}

const IONIQ_5 = car(1, "Ioniq 5", { length: 183.3, width: 74.4, height: 63, wheelbase: 118.1 });
const EV9 = car(2, "EV9", { length: 197, width: 77.9, height: 68.6, groundClearance: 7.8 });
const MODEL_Y = car(3, "Model Y", { length: 188.7, height: 63 });
const SIERRA = car(4, "Sierra EV", { length: 233.4 });
const UNKNOWN = car(5, "Saloon");

const words = (unit: "miles" | "km", ...chosen: Chosen[]) => sizesInWords(sizedCars(chosen), unit);

describe("the differences in words", () => {
  test.each<[string, Chosen[]]>([
    ["The EV9 is 13.7 in longer and 5.6 in taller than the Ioniq 5.", [EV9, IONIQ_5]],
    ["The EV9 is 13.7 in longer and 5.6 in taller than the Ioniq 5.", [IONIQ_5, EV9]],
    [
      "The EV9 is 13.7 in longer and 5.6 in taller than the Ioniq 5. The Model Y is 5.4 in longer than the Ioniq 5.",
      [IONIQ_5, MODEL_Y, EV9],
    ],
    [
      "The Sierra EV is 3 ft longer than the EV9. The Sierra EV is 17.4 in too long for the parking space.",
      [SIERRA, EV9],
    ],
    ["The EV9 is 13.7 in longer and 5.6 in taller than the Ioniq 5.", [UNKNOWN, EV9, IONIQ_5]],
    ["", [UNKNOWN, EV9]],
  ])("%s", (text, chosen) => {
    expect(words("miles", ...chosen)).toBe(text);
  });

  test("follow the unit, as the figures that are shown", () => {
    // 500.38 and 465.582 cm, 174.244 and 160.02 cm.
    expect(words("km", EV9, IONIQ_5)).toBe(
      "The EV9 is 34 cm longer and 14 cm taller than the Ioniq 5.",
    );
  });
});

test("only a trim's own figures count, and the picture follows", () => {
  const [sized] = sizedCars([
    car(7, "Leaf", { length: 176.4, height: 61.4, wheelbase: 106.3 }, { length: 173.4 }),
  ]);
  expect(sized?.known).toEqual({
    length: 173.4,
    width: null,
    height: null,
    wheelbase: null,
    groundClearance: null,
  });
  expect(sized?.drawn).toMatchObject({ length: 173.4, height: 61.4 });
  expect(sized?.stretch).toEqual({ x: 173.4 / 176.4, y: 1 });
});

test("what is not known is said", () => {
  const sayUnknown = (...chosen: Chosen[]) => unknownInWords(sizedCars(chosen)).join(" ");
  expect(sayUnknown(UNKNOWN)).toBe("Dimensions unknown for the Saloon; drawn like a typical SUV.");
  expect(sayUnknown(IONIQ_5)).toBe(
    "Ground clearance unknown for the Ioniq 5; drawn like a typical SUV.",
  );
  expect(sayUnknown(MODEL_Y)).toBe(
    "Wheelbase and ground clearance unknown for the Model Y; drawn like a typical SUV.",
  );
  expect(sayUnknown(IONIQ_5, car(12, "Kona", { length: 171, height: 62, wheelbase: 105 }))).toBe(
    "Ground clearance unknown for the Ioniq 5 and Kona; drawn like a typical SUV.",
  );
  const whole = { length: 180, height: 60, wheelbase: 110, groundClearance: 6 };
  expect(sayUnknown(car(10, "Whole", whole))).toBe("");
  const { length: _length, groundClearance: _clearance, ...others } = whole;
  expect(sayUnknown(car(11, "XRT", whole, others))).toBe(
    "Length and ground clearance unknown for the XRT; drawn like the other trims.",
  );
});

test.each([
  [69, "5 ft 9 in"],
  [216, "18 ft"],
])("%d inches are %s", (inches, text) => {
  expect(formatFeet(inches, "miles")).toBe(text);
});
