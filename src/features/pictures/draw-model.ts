/** How models are drawn: their measures and their lines in `assets/cars/profiles.csv`. */
import { z } from "zod";

import profilesFile from "../../../assets/cars/profiles.csv?raw";
import type { BodyType } from "../../domain/field-options.ts";
import { keysOf } from "../../domain/records.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { type CarProfile, drawCar, EXTRAS } from "./drawing/draw-car.ts";
import { FRONT_LAMPS, REAR_LAMPS } from "./drawing/lamps.ts";
import { type Paint, PAINTS } from "./drawing/paints.ts";
import { RIMS } from "./drawing/wheel.ts";
import { measuresOf } from "./model-measures.ts";
import { modelKey } from "./pictures.ts";

const PAINT_NAMES = keysOf(PAINTS);

const figure = z.coerce.number<string>();
const percent = figure.min(0).max(100);

/** A line of `assets/cars/profiles.csv`; drawing/outline.ts explains the columns. */
const ProfileLine = z.strictObject({
  make: z.string(),
  model: z.string(),
  axle: percent,
  tire: figure.min(22).max(37),
  noseY: percent,
  hoodX: percent,
  hoodY: percent,
  cowlX: percent,
  cowlY: percent,
  roofX: percent,
  roofY: percent,
  peakX: percent,
  backX: percent,
  backY: percent,
  deckX: percent,
  deckY: percent,
  tailX: percent,
  tailY: percent,
  rearY: percent,
  round: figure.min(0).max(10),
  beltFront: percent,
  beltRear: percent,
  glassTop: percent,
  glassEnd: percent,
  doors: z.coerce.number<string>().pipe(z.literal([2, 4])),
  front: z.enum(FRONT_LAMPS),
  rear: z.enum(REAR_LAMPS),
  rim: z.enum(RIMS),
  cladding: z.coerce.number<string>().pipe(z.literal([0, 1, 2])),
  extras: z
    .string()
    .transform((names) => names.split(" ").filter(Boolean))
    .pipe(z.array(z.enum(EXTRAS))),
  paint: z.enum(["", ...PAINT_NAMES]),
});

/** The make in the lines that hold the usual profile of a body type. */
const ANY_MAKE = "*";

const [header = "", ...lines] = profilesFile.trim().split("\n");
const columns = header.split(",");
/** Profiles by model or body type, read when the first car is drawn, to keep the start fast. */
const profileCells: ReadonlyMap<string, readonly string[]> = new Map(
  lines.map((line) => {
    const cells = line.split(",");
    const [make = "", model = ""] = cells;
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
  const [, , ...looks] = findProfileCells(make, model, bodyType);
  return [...looks, paintOf(make, model)].join();
}

/** A model's own line in `assets/cars/profiles.csv`, or else its body type's (pictures.md#drawings). */
export function profileOf(make: string, model: string, bodyType: BodyType): CarProfile {
  const cells = findProfileCells(make, model, bodyType);
  const line = ProfileLine.parse(Object.fromEntries(columns.map((name, at) => [name, cells[at]])));
  const { make: _make, model: _model, paint, ...profile } = line;
  return { ...profile, paint: paint || paintOf(make, model) };
}

/** A model's side view as SVG (pictures.md#drawings). */
export function drawModel(ev: Pick<Ev, "make" | "model" | "bodyType" | "trims">): string {
  return drawCar(measuresOf(ev).measures, profileOf(ev.make, ev.model, ev.bodyType));
}
