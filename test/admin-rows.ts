import type { EvRow } from "../src/domain/vehicle.ts";
import { UNKNOWN_FACTS } from "./unknown-facts.ts";

export function makeRow(given: Partial<EvRow> = {}): EvRow {
  return {
    id: 1,
    make: "Tesla",
    model: "Model 3",
    trim: "Long Range",
    year: 2025,
    price: 42_490,
    range: 363,
    charging: 27,
    acceleration: 4.9,
    zeroToSixty: 4.85,
    topSpeed: 125,
    bodyType: "Sedan",
    image: null,
    seatingCapacity: 5,
    cargoSpace: 24,
    batteryCapacity: 79.7,
    maxChargingSpeed: 250,
    driveType: "RWD",
    taxCreditEligible: true,
    ...UNKNOWN_FACTS,
    isModelHeader: true,
    version: 1,
    ...given,
  };
}
