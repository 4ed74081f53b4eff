import { z } from "zod";

import profilesFile from "../../../assets/cars/profiles.csv?raw";
import { type BodyType, type Ev } from "../../vehicle/vehicle.ts";
import { FRONT_LAMPS, REAR_LAMPS } from "./car-lamps.ts";
import { measuresOf } from "./car-measures.ts";
import { RIMS } from "./car-wheel.ts";
import { drawCar, EXTRAS } from "./draw-car.ts";
import { modelKey } from "./images.ts";
import { type Paint, PAINTS, paintOf, tonesOf } from "./paints.ts";

const figure = z.coerce.number<string>();
const percent = figure.min(0).max(100);

/** A line of `assets/cars/profiles.csv`; its columns are told in car-outline.ts and draw-car.ts. */
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
  paint: z.enum(["", ...(Object.keys(PAINTS) as Paint[])]), // the keys of a literal that nothing adds to
});
type ProfileLine = z.output<typeof ProfileLine>;

/** The make of the lines that hold a body type's usual profile. */
const ANY_MAKE = "*";

const [header = "", ...lines] = profilesFile.trim().split("\n");
const columns = header.split(",");
/** By model or body type; read when a car is drawn, since all of them would delay the start. */
const profileCells: ReadonlyMap<string, readonly string[]> = new Map(
  lines.map((line) => {
    const cells = line.split(",");
    const [make = "", model = ""] = cells;
    return [make === ANY_MAKE ? model : modelKey(make, model), cells];
  }),
);

function cellsOf(make: string, model: string, bodyType: BodyType): readonly string[] {
  const own = profileCells.get(modelKey(make, model)) ?? profileCells.get(bodyType);
  if (!own) throw new Error(`There is no profile of a ${bodyType}.`);
  return own;
}

/** Differs where `profileOf` does, and costs less. */
export function looksOf(make: string, model: string, bodyType: BodyType): string {
  const [, , ...looks] = cellsOf(make, model, bodyType);
  return [...looks, paintOf(make, model)].join();
}

export type ModelProfile = Omit<ProfileLine, "make" | "model" | "paint"> & { paint: Paint };

/** How a model is drawn: by its line in `assets/cars/profiles.csv`, else as its body type (beyond 4). */
export function profileOf(make: string, model: string, bodyType: BodyType): ModelProfile {
  const cells = cellsOf(make, model, bodyType);
  const line = ProfileLine.parse(Object.fromEntries(columns.map((name, at) => [name, cells[at]])));
  const { make: _make, model: _model, paint, ...profile } = line;
  return { ...profile, paint: paint || paintOf(make, model) };
}

/** A model's side view as SVG, transparent around it; size and scale as in `DRAWING` (beyond 4). */
export function drawModel(ev: Pick<Ev, "make" | "model" | "bodyType" | "trims">): string {
  const { paint, ...profile } = profileOf(ev.make, ev.model, ev.bodyType);
  return drawCar(measuresOf(ev).measures, profile, tonesOf(paint));
}
