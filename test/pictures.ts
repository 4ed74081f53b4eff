import sharp, { type Sharp } from "sharp";

/** A picture of one colour. */
export function plainPicture(
  width: number,
  height: number,
  background: { r: number; g: number; b: number; alpha?: number } = { r: 200, g: 30, b: 40 },
): Sharp {
  const channels = background.alpha === undefined ? 3 : 4;
  return sharp({
    create: { width, height, channels, background },
    limitInputPixels: false,
  });
}

/** A JPEG whose camera stood on its side, with what cameras write about place and owner. */
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

/** A PNG whose header announces an animation. */
export async function animatedPng(): Promise<Buffer> {
  const still = await plainPicture(20, 20).png().toBuffer();
  const afterHeader = 8 + 25; // signature and IHDR
  const announcement = Buffer.alloc(20);
  announcement.writeUInt32BE(8, 0);
  announcement.write("acTL", 4, "latin1");
  announcement.writeUInt32BE(2, 8); // frames
  announcement.writeUInt32BE(0xad_fe_3a_52, 16); // any checksum: the chunk is ancillary
  return Buffer.concat([still.subarray(0, afterHeader), announcement, still.subarray(afterHeader)]);
}

/** A PNG that a browser would also take for a page, were it told to. */
export async function polyglotPng(): Promise<Buffer> {
  const still = await plainPicture(20, 20).png().toBuffer();
  return Buffer.concat([still, Buffer.from("<script>alert(1)</script>")]);
}

/** A picture of 51 megapixels in a few kilobytes. */
export function pixelBomb(): Promise<Buffer> {
  return plainPicture(10_200, 5_000).png({ compressionLevel: 9 }).toBuffer();
}
