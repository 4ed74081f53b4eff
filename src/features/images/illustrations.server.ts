import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type Encoded, encode } from "../../server/compression.server.ts";
import { BODY_TYPES, type BodyType } from "../../vehicle/vehicle.ts";
import { IMAGE_WIDTH_PX } from "./limits.ts";
import { type Paint, PAINTS } from "./paints.ts";
import { loadSharp } from "./load-sharp.server.ts";

/** Loaded with the first picture: 120 KB of text. */
const loadDrawings = () => import("./drawings.server.ts");
/** Scaling down from twice the size smooths fine lines. */
const DRAWING_DPI = 144;
/** More effort on half transparent shadows takes thirty times as long for a tenth less. */
const WEBP = { quality: 70, alphaQuality: 80, effort: 4 };
const ALL_PAINTS = Object.keys(PAINTS) as Paint[]; // the keys of a literal that nothing adds to

/**
 * SVG is a fifth of the bytes and sharp at every size, but takes a phone's main thread 20 ms each;
 * WebP is 800 pixels wide.
 */
export type Form = "svg" | "webp";

/**
 * Makes each illustration once and keeps it: body types times paints, about two megabytes. `folder`
 * holds the WebP files that the build has made, null renders all.
 */
export function createIllustrations(
  folder: string | null,
): (bodyType: BodyType, paint: Paint, form: Form) => Promise<Encoded> {
  const made = new Map<string, Promise<Encoded>>();
  return (bodyType, paint, form) => {
    const key = `${bodyType}/${paint}/${form}`;
    const asked = made.get(key) ?? illustrationOf(bodyType, paint, form, folder);
    made.set(key, asked);
    asked.catch(() => made.delete(key)); // the next request tries again
    return asked;
  };
}

async function illustrationOf(
  bodyType: BodyType,
  paint: Paint,
  form: Form,
  folder: string | null,
): Promise<Encoded> {
  const { paintDrawing } = await loadDrawings();
  const svg = paintDrawing(bodyType, paint);
  if (form === "svg") return encode(svg, "image/svg+xml");
  const webp = folder
    ? await readFile(join(folder, fileOf(svg))).catch(() => render(svg))
    : await render(svg);
  return { ...encode(webp, "image/webp"), isCompressible: false };
}

/** Writes every illustration, so that the server does not render any: some ten seconds of CPU. */
export async function writeIllustrations(folder: string, paints = ALL_PAINTS): Promise<void> {
  const { paintDrawing } = await loadDrawings();
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

/** A hash of all that decides how it looks. */
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
