import type { Ev, Trim } from "../src/domain/vehicle.ts";
import type { Chosen } from "../src/features/compare/compare.ts";
import { sampleEv, sampleTrim } from "./sample-cars.ts";
import { UNKNOWN_FIGURES } from "./unknown-facts.ts";

/** A model with trims; only the fields that matter need to be given. */
export function model(
  id: number,
  name: string,
  trims: readonly (Partial<Trim> & { rowId: number })[],
): Ev {
  const [make = "", ...rest] = name.split(" ");
  return {
    ...sampleEv({ id, make, model: rest.join(" ") }),
    trims: trims.map((trim, index) => sampleTrim({ ...UNKNOWN_FIGURES, ...trim, index })),
  };
}

/** Trims to compare, each of a different model. */
export function chosenTrims(...trims: readonly Partial<Trim>[]): Chosen[] {
  return trims.flatMap((trim, index) => {
    const ev = model(100 + index, `Make${index} Model`, [{ rowId: index + 1, ...trim }]);
    return ev.trims.map((one) => ({ ev, trim: one }));
  });
}
