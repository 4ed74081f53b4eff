import type { Ev, EvSummary, Trim } from "../src/domain/vehicle.ts";
import { UNKNOWN_FACTS } from "./unknown-facts.ts";

/** A trim for tests, with defaults for everything that a test does not set. */
export function sampleTrim(over: Partial<Trim> = {}): Trim {
  return {
    index: 0,
    rowId: 1,
    year: 2025,
    trim: "Base",
    price: 45_000,
    range: 300,
    charging: 25,
    acceleration: 5,
    zeroToSixty: null,
    seating: 5,
    driveType: "AWD",
    topSpeed: 130,
    cargoCapacity: 25,
    battery: 77,
    maxChargingSpeed: 190,
    taxCreditEligible: null,
    ...UNKNOWN_FACTS,
    image: null,
    ...over,
  };
}

/** A model for tests, with its trims numbered. */
export function sampleEv(over: Partial<EvSummary> & { id: number }, ...trims: Partial<Trim>[]): Ev {
  return {
    make: "Make",
    model: `Model ${over.id}`,
    year: 2025,
    bodyType: "Sedan",
    image: null,
    drawing: "",
    taxCreditEligible: null,
    averageRating: null,
    reviewCount: 0,
    ...over,
    trims: (trims.length > 0 ? trims : [{}]).map((trim, index) =>
      sampleTrim({ index, rowId: over.id * 100 + index, ...trim }),
    ),
  };
}

/** A small catalogue in which every filter makes a difference. */
export const CARS: readonly Ev[] = [
  sampleEv(
    { id: 1, make: "Tesla", model: "Model 3", bodyType: "Sedan", taxCreditEligible: true },
    { trim: "Long Range", price: 42_490, range: 363, acceleration: 4.2, driveType: "RWD" },
    {
      trim: "Performance",
      price: 54_990,
      range: 298,
      zeroToSixty: 2.9,
      taxCreditEligible: false,
      chargePort: "NACS",
    },
  ),
  sampleEv(
    { id: 2, make: "Ford", model: "F-150 Lightning", bodyType: "Pickup Truck" },
    { trim: "XLT", price: 62_995, range: 240, acceleration: 4.5, seating: 5, cargoCapacity: 52.8 },
    {
      trim: "Pro",
      price: 0,
      range: 230,
      charging: 20,
      acceleration: null,
      taxCreditEligible: true,
    },
  ),
  sampleEv(
    { id: 3, make: "Kia", model: "EV9", bodyType: "SUV" },
    { trim: "Land", price: 69_900, range: 280, seating: 7, acceleration: 5, topSpeed: 124 },
  ),
  sampleEv(
    { id: 4, make: "Chevrolet", model: "Equinox EV", bodyType: "Crossover" },
    { trim: "LT", price: 34_995, range: 319, driveType: "FWD", acceleration: 7.9, topSpeed: 112 },
  ),
  sampleEv(
    { id: 5, make: "Fiat", model: "500e", bodyType: "Hatchback" },
    {
      trim: "Inspi(RED)",
      price: 32_500,
      range: 149,
      driveType: "FWD",
      acceleration: 8.5,
      seating: 4,
    },
  ),
  sampleEv(
    { id: 6, make: "Porsche", model: "Taycan", bodyType: "Sports Car" },
    { trim: "Turbo GT", price: 230_000, range: 269, acceleration: 2.1, topSpeed: 190, seating: 2 },
  ),
  sampleEv(
    { id: 7, make: "Volkswagen", model: "ID. Buzz", bodyType: "Minivan" },
    { trim: "Pro S", price: 59_995, range: null, seating: 6, driveType: null, cargoCapacity: null },
  ),
];

export const MAKES: readonly string[] = CARS.map(({ make }) => make);
