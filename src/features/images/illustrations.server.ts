import { createHash } from "node:crypto";

import crossover from "../../../assets/illustrations/crossover.svg?raw";
import hatchback from "../../../assets/illustrations/hatchback.svg?raw";
import minivan from "../../../assets/illustrations/minivan.svg?raw";
import pickupTruck from "../../../assets/illustrations/pickup-truck.svg?raw";
import sedan from "../../../assets/illustrations/sedan.svg?raw";
import sportsCar from "../../../assets/illustrations/sports-car.svg?raw";
import suv from "../../../assets/illustrations/suv.svg?raw";
import type { BodyType } from "../../vehicle/vehicle.ts";
import { IMAGE_WIDTH_PX } from "./limits.ts";
import { type Paint, tonesOf } from "./paints.ts";
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
const WEBP_QUALITY = 84;

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
 * Renders illustrations, each once: models of the same body type and paint share theirs.
 * What is kept is bounded by body types times paints, about a megabyte in all.
 */
export function createIllustrations(): (bodyType: BodyType, paint: Paint) => Promise<Illustration> {
  const rendered = new Map<string, Promise<Illustration>>();
  return (bodyType, paint) => {
    const key = `${bodyType}/${paint}`;
    const known = rendered.get(key);
    if (known) return known;
    const rendering = render(paintDrawing(bodyType, paint));
    rendered.set(key, rendering);
    rendering.catch(() => rendered.delete(key)); // the next request tries again
    return rendering;
  };
}

async function render(svg: string): Promise<Illustration> {
  const sharp = await loadSharp();
  const webp = await sharp(Buffer.from(svg), { density: DRAWING_DPI })
    .resize(IMAGE_WIDTH_PX)
    .webp({ quality: WEBP_QUALITY })
    .toBuffer();
  const etag = `"${createHash("sha256").update(webp).digest("base64url").slice(0, 22)}"`;
  return { webp, etag };
}
