import { expect, test } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import { destinationLine } from "./savings-section.tsx";

const CARS = sampleEv(
  { id: 1, make: "Kia", model: "EV9" },
  { trim: "Light", source: "EPA 2026; price with destination" },
  { trim: "Land", source: "Kia press release; price without destination" },
  { trim: "GT", source: null },
);

function say(...places: number[]): string {
  return destinationLine(
    places.flatMap((at) => (CARS.trims[at] ? [{ ev: CARS, trim: CARS.trims[at] }] : [])),
  );
}

test("prices are without destination charges, unless a source says so", () => {
  expect(say(1, 2)).toBe("Prices do not include destination charges.");
  expect(say(0)).toBe("Prices include destination charges.");
  expect(say(0, 1)).toBe(
    "Prices do not include destination charges, except for the Kia EV9 Light.",
  );
});
