import type { Ev, Trim } from "../src/domain/vehicle.ts";
import type { Chosen } from "../src/features/compare/compare.ts";
import { UNKNOWN_FACTS } from "./unknown-facts.ts";

const NOTHING: Trim = {
  index: 0,
  rowId: 0,
  year: 2025,
  trim: "Base",
  price: null,
  range: null,
  charging: null,
  acceleration: null,
  zeroToSixty: null,
  seating: null,
  driveType: null,
  topSpeed: null,
  cargoCapacity: null,
  battery: null,
  maxChargingSpeed: null,
  taxCreditEligible: null,
  ...UNKNOWN_FACTS,
  image: null,
};

/** A model with trims; only the fields that matter need to be given. */
export function model(
  id: number,
  name: string,
  trims: readonly (Partial<Trim> & { rowId: number })[],
): Ev {
  const [make = "", ...rest] = name.split(" ");
  return {
    id,
    make,
    model: rest.join(" "),
    year: 2025,
    bodyType: "Sedan",
    image: null,
    drawing: "",
    taxCreditEligible: null,
    averageRating: null,
    reviewCount: 0,
    trims: trims.map((trim, index) => ({ ...NOTHING, ...trim, index })),
  };
}

/** Trims to compare, each of a different model. */
export function chosenTrims(...trims: readonly Partial<Trim>[]): Chosen[] {
  return trims.flatMap((trim, index) => {
    const ev = model(100 + index, `Make${index} Model`, [{ rowId: index + 1, ...trim }]);
    return ev.trims.map((one) => ({ ev, trim: one }));
  });
}
