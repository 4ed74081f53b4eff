/** How models are drawn: their measures and their lines in `assets/cars/profiles.csv`. */
import profilesFile from "../../../assets/cars/profiles.csv?raw";
import type { BodyType } from "../../domain/field-options.ts";
import { keysOf } from "../../domain/records.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { type CarProfile, drawCar, EXTRAS } from "./drawing/draw-car.ts";
import { type Paint, PAINTS } from "./drawing/paints.ts";
import { measuresOf } from "./model-measures.ts";
import { modelKey } from "./pictures.ts";

const PAINT_NAMES = keysOf(PAINTS);

/** The make in the lines that hold the usual profile of a body type. */
const ANY_MAKE = "*";

const [header = "", ...lines] = profilesFile.trim().split("\n");
const [, , ...columns] = header.split(",");
/** Profiles by model or body type, read when the first car is drawn, to keep the start fast. */
const profileCells: ReadonlyMap<string, readonly string[]> = new Map(
  lines.map((line) => {
    const [make = "", model = "", ...cells] = line.split(",");
    return [make === ANY_MAKE ? model : modelKey(make, model), cells];
  }),
);

function findProfileCells(make: string, model: string, bodyType: BodyType): readonly string[] {
  const own = profileCells.get(modelKey(make, model)) ?? profileCells.get(bodyType);
  if (!own) throw new Error(`There is no profile of a ${bodyType}.`);
  return own;
}

/** The paint of a model without a profile depends on nothing but its name. */
function paintOf(make: string, model: string): Paint {
  let hash = 0;
  for (const letter of modelKey(make, model)) {
    hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  }
  return PAINT_NAMES[hash % PAINT_NAMES.length] ?? "silver";
}

/** Differs exactly when `profileOf` differs, but is cheaper. */
export function looksOf(make: string, model: string, bodyType: BodyType): string {
  return [...findProfileCells(make, model, bodyType), paintOf(make, model)].join();
}

/** All other columns are figures; drawing/outline.ts explains them. */
const WORDS: readonly string[] = ["front", "rear", "rim", "extras", "paint"];

/** A model's own line in `assets/cars/profiles.csv`, or else its body type's (pictures.md#drawings). */
export function profileOf(make: string, model: string, bodyType: BodyType): CarProfile {
  const cells = findProfileCells(make, model, bodyType);
  const line = columns.map((name, at) => [
    name,
    WORDS.includes(name) ? cells[at] : Number(cells[at]),
  ]);
  // Tests draw every line of the file.
  const profile = Object.fromEntries(line) as Omit<CarProfile, "extras"> & { extras: string };
  const named = profile.extras.split(" ");
  const extras = EXTRAS.filter((extra) => named.includes(extra));
  return { ...profile, extras, paint: profile.paint || paintOf(make, model) };
}

/** A model's side view as SVG (pictures.md#drawings). */
export function drawModel(ev: Pick<Ev, "make" | "model" | "bodyType" | "trims">): string {
  return drawCar(measuresOf(ev).measures, profileOf(ev.make, ev.model, ev.bodyType));
}
