import { expect, test } from "vitest";
import { DISTANCE_FORMATS } from "./distance.ts";
import {
  formatConsumption,
  formatEfficiency,
  formatLength,
  formatMpge,
  formatPricePerMile,
  formatSize,
} from "./shown-formats.ts";

const { miles, km } = DISTANCE_FORMATS;

test("what is per mile and what is in inches follow the unit of distance", () => {
  // 28.1 / 1.609344 = 17.46; 3.56 * 1.609344 = 5.73; 150 / 1.609344 = 93.2; 184.8 * 2.54 = 469.4
  expect(formatConsumption(28.1, miles)).toBe("28.1 kWh/100 mi");
  expect(formatConsumption(28.1, km)).toBe("17.5 kWh/100 km");
  expect(formatConsumption(29, miles)).toBe("29.0 kWh/100 mi");
  expect(formatEfficiency(3.56, miles)).toBe("3.6 mi/kWh");
  expect(formatEfficiency(3.56, km)).toBe("5.7 km/kWh");
  expect(formatPricePerMile(150, miles)).toBe("$150 per mile of range");
  expect(formatPricePerMile(150, km)).toBe("$93 per km of range");
  expect(formatLength(184.8, miles)).toBe("184.8 in");
  expect(formatLength(184.8, km)).toBe("469 cm");
  expect(formatSize([184.8, 74.4, 61], miles)).toBe("184.8 × 74.4 × 61 in");
  expect(formatSize([184.8, null, 61], km)).toBe("469 cm long, 155 cm high");
  expect(formatSize([null, 74.4, 0], miles)).toBe("74.4 in wide");
});

test("MPGe stays", () => {
  expect(formatMpge(119.95)).toBe("120 MPGe");
});

test("what is missing is N/A", () => {
  expect(formatConsumption(null, km)).toBe("N/A");
  expect(formatLength(0, miles)).toBe("N/A");
  expect(formatSize([null, 0, null], miles)).toBe("N/A");
});
