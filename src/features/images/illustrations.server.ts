import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import crossover from "../../../assets/illustrations/crossover.svg?raw";
import hatchback from "../../../assets/illustrations/hatchback.svg?raw";
import minivan from "../../../assets/illustrations/minivan.svg?raw";
import pickupTruck from "../../../assets/illustrations/pickup-truck.svg?raw";
import sedan from "../../../assets/illustrations/sedan.svg?raw";
import sportsCar from "../../../assets/illustrations/sports-car.svg?raw";
import suv from "../../../assets/illustrations/suv.svg?raw";
import { BODY_TYPES, type BodyType } from "../../vehicle/vehicle.ts";
import { IMAGE_WIDTH_PX } from "./limits.ts";
import { type Paint, PAINTS, tonesOf } from "./paints.ts";
import { loadSharp } from "./load-sharp.server.ts";

const DRAWINGS: Readonly<Record<BodyType, string>> = {
  Sedan: sedan,
  SUV: suv,
  "Pickup Truck": pickupTruck,
  Crossover: crossover,
  "Sports Car": sportsCar,
  Hatchback: hatchback,
  Minivan: minivan,
};

/** Drawn at twice the size and scaled down, which smooths what is finer than a pixel. */
const DRAWING_DPI = 144;
/** 12 KB in place of the 17 of quality 84; flat paint shows no difference. */
const WEBP = { quality: 75, effort: 6 };
const ALL_PAINTS = Object.keys(PAINTS) as Paint[]; // the keys of a literal that nothing adds to

export interface Illustration {
  webp: Buffer;
  /** quoted, strong */
  etag: string;
}

/** The drawing of a body type in a paint, as SVG. */
export function paintDrawing(bodyType: BodyType, paint: Paint): string {
  const tones = tonesOf(paint);
  return DRAWINGS[bodyType].replaceAll(/\{\{(\w+)\}\}/g, (_, tone: string) => tones[tone] ?? "");
}

/**
 * Answers illustrations, each read or rendered once: models of the same body type and paint share
 * theirs. What is kept is bounded by body types times paints, about a megabyte in all.
 * @param folder where the build has left them; what is not there is rendered when it is asked for
 */
export function createIllustrations(
  folder: string | null,
): (bodyType: BodyType, paint: Paint) => Promise<Illustration> {
  const known = new Map<string, Promise<Illustration>>();
  return (bodyType, paint) => {
    const key = `${bodyType}/${paint}`;
    const asked = known.get(key) ?? illustrationOf(paintDrawing(bodyType, paint), folder);
    known.set(key, asked);
    asked.catch(() => known.delete(key)); // the next request tries again
    return asked;
  };
}

async function illustrationOf(svg: string, folder: string | null): Promise<Illustration> {
  const webp = folder
    ? await readFile(join(folder, fileOf(svg))).catch(() => render(svg))
    : await render(svg);
  return { webp, etag: `"${hashOf(webp)}"` };
}

/**
 * Writes every illustration there can be, so that no visitor waits for one and no server needs the
 * memory to draw: some ten seconds of a processor, once for each drawing.
 */
export async function writeIllustrations(folder: string, paints = ALL_PAINTS): Promise<void> {
  await mkdir(folder, { recursive: true });
  const drawings = BODY_TYPES.flatMap((bodyType) =>
    paints.map((paint) => paintDrawing(bodyType, paint)),
  );
  const wanted = new Map(drawings.map((svg) => [fileOf(svg), svg]));
  const present = new Set(await readdir(folder));
  const outdated = [...present].filter((file) => !wanted.has(file));
  const missing = [...wanted].filter(([file]) => !present.has(file));
  await Promise.all(outdated.map((file) => rm(join(folder, file))));
  await Promise.all(
    missing.map(async ([file, svg]) => writeFile(join(folder, file), await render(svg))),
  );
}

/** Named by all that decides how it looks, so that a changed drawing is another file. */
function fileOf(svg: string): string {
  return `${hashOf([DRAWING_DPI, IMAGE_WIDTH_PX, JSON.stringify(WEBP), svg].join("\n"))}.webp`;
}

function hashOf(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

async function render(svg: string): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg), { density: DRAWING_DPI })
    .resize(IMAGE_WIDTH_PX)
    .webp(WEBP)
    .toBuffer();
}
