import { createHash } from "node:crypto";
import type { Metadata, Sharp } from "sharp";
import { UserError } from "../../base/errors.server.ts";
import { createSemaphore } from "../../base/semaphore.server.ts";
import { formatCount } from "../../domain/format.ts";
import { OWN_STORE_PATH, MAX_UPLOAD_BYTES } from "./pictures.ts";
import type { ImageStore } from "./image-store.db.server.ts";
import { loadSharp, TOO_MANY_PICTURES } from "./load-sharp.server.ts";

const MAX_UPLOAD_PIXELS = 50_000_000;
/** One long line of pixels takes a lot of memory, however few lines there are. WebP has the same limit. */
const MAX_UPLOAD_SIDE_PX = 16_384;
/** Progressive JPEG and interlaced PNG are decoded whole; other formats are decoded line by line. */
const MAX_WHOLE_BYTES = 200_000_000;
/** Cameras and editors write about a dozen chunks; the library keeps all of them in memory. */
const MAX_PNG_CHUNKS = 1_000;
/** AVIF is decoded whole and takes 18 MB of memory per megapixel; the other formats take one or two. */
const MAX_AVIF_PIXELS = 12_000_000;
const KEPT_SIDE_PX = 2_400;
/** Encoding takes up to 60 MB of memory for JPEG or WebP and 230 MB for AVIF. */
const MAX_CONCURRENT_UPLOADS = 1;
const UPLOADS_WAITING_MAX = 20;
const REENCODE_SECONDS = 30;

export function createImageIntake(store: ImageStore) {
  const { run: inTurn } = createSemaphore(
    MAX_CONCURRENT_UPLOADS,
    UPLOADS_WAITING_MAX,
    TOO_MANY_PICTURES,
  );

  /** @returns `/images/upload/{id}`, the same for the same file @throws UserError 413, 415, 422, 503 */
  async function storePicture(bytes: Buffer): Promise<string> {
    const id = imageId(bytes);
    if (!(await store.renew(id))) await store.put(id, await inTurn(() => reencodePicture(bytes)));
    return `${OWN_STORE_PATH}${id}`;
  }

  return {
    storePicture,
    /**
     * Stores a `data:image/…;base64,…` URL (pictures.md#image-field). Slow, so call it before the transaction
     * that saves the field. @throws UserError 422 with the issue at `image`, 503
     */
    storeImage: (dataUrl: string) => fromField(dataUrl, storePicture),
    /** Checks a picture without storing it. @returns the path that it would have @throws UserError as `storeImage` */
    checkImage: (dataUrl: string) =>
      fromField(dataUrl, async (bytes) => {
        const id = imageId(bytes);
        // A stored picture was checked before.
        if (!(await store.has(id))) await inTurn(() => decode(bytes, (picture) => picture.raw()));
        return `${OWN_STORE_PATH}${id}`;
      }),
  };
}

/** @throws UserError 422 with the issue at `image` */
async function fromField<T>(dataUrl: string, work: (bytes: Buffer) => Promise<T>): Promise<T> {
  try {
    return await work(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"));
  } catch (error) {
    if (!(error instanceof UserError) || error.status >= 500) throw error;
    const { message } = error;
    throw new UserError(422, message, { fields: ["image"], cause: error });
  }
}

/** Hexadecimal, since some file systems ignore case. */
function imageId(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

type Format = "jpeg" | "png" | "webp" | "avif";

/** High quality: smaller versions are made from these. Effort 2 takes a sixth of the time of effort 4. */
const KEPT_WEBP = { quality: 90, effort: 2 };

const REFUSALS = {
  format: () => new UserError(415, "The picture must be a JPEG, PNG, WebP or AVIF."),
  bytes: () => new UserError(413, `The picture is larger than ${MAX_UPLOAD_BYTES / 1e6} MB.`),
  pixels: (most: number, what = "The picture") =>
    new UserError(413, `${what} has more than ${most / 1e6} megapixels.`),
  side: () =>
    new UserError(
      422,
      `The picture is more than ${formatCount(MAX_UPLOAD_SIDE_PX)} pixels wide or high.`,
    ),
  animated: () => new UserError(422, "The picture is animated. Choose a still one."),
  broken: (cause?: unknown) =>
    new UserError(422, "The picture cannot be read. It may be damaged or incomplete.", { cause }),
};

function imageFormatOf(bytes: Buffer): Format | undefined {
  const ascii = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (ascii(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (ascii(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return "webp";
  if (ascii(4, 8) === "ftyp" && /^avi[fs]$/.test(ascii(8, 12))) return "avif";
  return undefined;
}

/** sharp names AVIF after its container, HEIF. */
function isFormat({ format, compression }: Metadata, expected: Format): boolean {
  return expected === "avif" ? format === "heif" && compression === "av1" : format === expected;
}

const PIXELS_CHUNK = Buffer.from("IDAT").readUInt32BE();
const ANIMATION_CHUNK = Buffer.from("acTL").readUInt32BE();

/** @throws UserError 422 for an animation, which libvips reads as a single picture, or for too many chunks */
function validatePngChunks(bytes: Buffer): void {
  let count = 0;
  let at = 8; // after the signature
  while (at + 8 <= bytes.length) {
    const name = bytes.readUInt32BE(at + 4);
    if (name === ANIMATION_CHUNK) throw REFUSALS.animated();
    if (name !== PIXELS_CHUNK) count++;
    if (count > MAX_PNG_CHUNKS) throw REFUSALS.broken();
    at += bytes.readUInt32BE(at) + 12; // length, name, data, checksum
  }
}

/** Checks the size in the header. @throws UserError 413, 422 */
function validateSize(header: Metadata, format: Format): void {
  if (Math.max(header.width, header.height) > MAX_UPLOAD_SIDE_PX) throw REFUSALS.side();
  const pixels = header.width * header.height;
  if (pixels > MAX_UPLOAD_PIXELS) throw REFUSALS.pixels(MAX_UPLOAD_PIXELS);
  if (format === "avif" && pixels > MAX_AVIF_PIXELS) {
    throw REFUSALS.pixels(MAX_AVIF_PIXELS, "The picture is an AVIF and");
  }
  // A JPEG that is decoded whole keeps its coefficients, two bytes each.
  const bytesPerPixel = header.channels * (format === "jpeg" || header.depth === "ushort" ? 2 : 1);
  if (header.isProgressive && pixels * bytesPerPixel > MAX_WHOLE_BYTES) {
    const most = Math.floor(MAX_WHOLE_BYTES / bytesPerPixel / 1e6) * 1e6;
    const kind = format === "png" ? "an interlaced PNG" : "a progressive JPEG";
    throw REFUSALS.pixels(most, `The picture is ${kind} and`);
  }
}

/** Makes an upright WebP of limited size without metadata. @throws UserError 413, 415, 422 */
export function reencodePicture(bytes: Buffer): Promise<Buffer> {
  return decode(bytes, (picture) => picture.webp(KEPT_WEBP));
}

async function decode(bytes: Buffer, encode: (picture: Sharp) => Sharp): Promise<Buffer> {
  if (bytes.length > MAX_UPLOAD_BYTES) throw REFUSALS.bytes();
  const format = imageFormatOf(bytes);
  if (!format) throw REFUSALS.format();
  if (format === "png") validatePngChunks(bytes);
  const sharp = await loadSharp();
  const picture = { failOn: "error", limitInputPixels: MAX_UPLOAD_PIXELS } as const;
  // Without a pixel limit, since it reads only the header and the error should name any size.
  const header = await sharp(bytes, { ...picture, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw REFUSALS.broken(error);
    });
  if (!isFormat(header, format)) throw REFUSALS.format();
  const isAnimatedAvif = format === "avif" && bytes.toString("latin1", 8, 12) === "avis";
  if ((header.pages ?? 1) > 1 || isAnimatedAvif) throw REFUSALS.animated();
  validateSize(header, format);
  try {
    const bounded = sharp(bytes, { ...picture, autoOrient: true }).resize({
      width: KEPT_SIDE_PX,
      height: KEPT_SIDE_PX,
      fit: "inside",
      withoutEnlargement: true,
    });
    return await encode(bounded).timeout({ seconds: REENCODE_SECONDS }).toBuffer();
  } catch (error) {
    throw REFUSALS.broken(error);
  }
}
