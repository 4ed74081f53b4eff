import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** A PNG of one pixel, as a data address. */
export const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

export function plainPicture(
  width: number,
  height: number,
  background: { r: number; g: number; b: number; alpha?: number } = { r: 200, g: 30, b: 40 },
): Sharp {
  const channels = background.alpha === undefined ? 3 : 4;
  return sharp({ create: { width, height, channels, background }, limitInputPixels: false });
}

/** A single-colour photograph, wide enough for every transform. */
export function photograph(background: string): Promise<Buffer> {
  return sharp({ create: { width: 1600, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A JPEG taken with a camera turned sideways, with the location and owner that cameras record. */
export function cameraJpeg(): Promise<Buffer> {
  return plainPicture(60, 40)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Copyright: "SECRET-OWNER" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" },
    })
    .toBuffer();
}

export async function animatedWebp(): Promise<Buffer> {
  const frames = await Promise.all(
    [10, 200].map((r) => plainPicture(20, 20, { r, g: 0, b: 0 }).png().toBuffer()),
  );
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
}

/** A PNG that announces an animation, before its pixels as it should or else at the end of the file. */
export async function animatedPng(where?: "behind the pixels"): Promise<Buffer> {
  const still = await plainPicture(20, 20).png().toBuffer();
  const at = where ? still.length - 12 : 8 + 25; // before IEND, or after the signature and IHDR
  const announcement = Buffer.alloc(20);
  announcement.writeUInt32BE(8, 0);
  announcement.write("acTL", 4, "latin1");
  announcement.writeUInt32BE(2, 8); // frames
  announcement.writeUInt32BE(0xad_fe_3a_52, 16); // any checksum: the chunk is ancillary
  return Buffer.concat([still.subarray(0, at), announcement, still.subarray(at)]);
}

/** A PNG that a browser would also accept as a page if told so. */
export async function polyglotPng(): Promise<Buffer> {
  const still = await plainPicture(20, 20).png().toBuffer();
  return Buffer.concat([still, Buffer.from("<script>alert(1)</script>")]);
}

/** A picture of 51 megapixels in a few kilobytes. */
export function pixelBomb(): Promise<Buffer> {
  return plainPicture(10_200, 5_000).png({ compressionLevel: 9 }).toBuffer();
}

function pngChunk(name: string, data = Buffer.alloc(0)): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** The header fields of a PNG; its pixels are black. */
interface BlackPng {
  width: number;
  height: number;
  isInterlaced?: boolean;
  /** 16 bits per channel with transparency, otherwise 8-bit greyscale */
  isDeep?: boolean;
  /** actual size of the pixel data before compression; the header lies if it is too small */
  pixelBytes?: number;
  /** number of empty text chunks between the header and the pixels */
  notes?: number;
}

export function blackPng({ width, height, isInterlaced, isDeep, ...rest }: BlackPng): Buffer {
  const { pixelBytes = height * (1 + width * (isDeep ? 8 : 1)), notes = 0 } = rest;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = isDeep ? 16 : 8;
  header[9] = isDeep ? 6 : 0;
  header[12] = isInterlaced ? 1 : 0;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    ...Array.from({ length: notes }, () => pngChunk("tEXt", Buffer.from("a\0"))),
    pngChunk("IDAT", deflateSync(Buffer.alloc(pixelBytes))),
    pngChunk("IEND"),
  ]);
}

export async function longAnimation(frames: number): Promise<Buffer> {
  const short = await animatedWebp();
  const start = short.indexOf("ANMF");
  const frame = short.subarray(start, start + 8 + short.readUInt32LE(start + 4));
  const whole = Buffer.concat([short.subarray(0, start), ...Array<Buffer>(frames).fill(frame)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** A JPEG with as much metadata as a file may contain: segments of one kind, or 2.8 million empty ones. */
export async function wordyJpeg(kind: "comments" | "Exif" | "ICC"): Promise<Buffer> {
  const plain = await plainPicture(20, 20).jpeg().toBuffer();
  const segment = Buffer.alloc(kind === "comments" ? 4 : 65_537);
  segment.writeUInt16BE({ comments: 0xff_fe, Exif: 0xff_e1, ICC: 0xff_e2 }[kind], 0);
  segment.writeUInt16BE(segment.length - 2, 2);
  if (kind === "Exif") segment.write("Exif\0\0MM\0*\0\0\0\x08", 4, "latin1");
  if (kind === "ICC") segment.write("ICC_PROFILE\0\x01\x01", 4, "latin1");
  const segments = Array<Buffer>(Math.floor(11_500_000 / segment.length)).fill(segment);
  return Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2)]);
}

/** An AVIF whose container states a different size than the picture has. */
export async function lyingAvif(width: number, said: number): Promise<Buffer> {
  const avif = await plainPicture(width, width).avif({ effort: 0 }).toBuffer();
  for (let at = avif.indexOf("ispe"); at > 0; at = avif.indexOf("ispe", at + 4)) {
    avif.writeUInt32BE(said, at + 8);
    avif.writeUInt32BE(said, at + 12);
  }
  return avif;
}
