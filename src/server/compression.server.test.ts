import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { chooseEncoding, encode, encodePieces } from "./compression.server.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["x-gzip", "gzip"],
  ["br;q=0.5, X-GZIP", "gzip"],
  ["br;q=0, x-gzip;q=0, *", "identity"],
  ["GZIP", "gzip"],
  ["br;q=0.5, gzip;q=0.9", "gzip"],
  ["br, gzip;q=0.9", "br"],
  ["br;q=0, gzip;q=0", "identity"],
  ["*", "br"],
  ["*;q=0.1, br;q=0", "gzip"],
  ["identity", "identity"],
  ["identity;q=1, br;q=0.5", "identity"],
  ["identity;q=0, gzip", "gzip"],
  ["identity;q=0", "identity"],
  ["br;q=nonsense", "identity"],
  [" , ;q=1, br ; q=0.3", "br"],
] as const)("%s -> %s", (accept, expected) => {
  expect(chooseEncoding(accept)).toBe(expected);
});

test.each([[["[", "é".repeat(20_000), "]"]], [["[]"]]])(
  "a text in pieces is as if whole",
  async (pieces) => {
    const [inPieces, whole] = [
      await encodePieces(pieces, "text/plain"),
      encode(pieces.join(""), "text/plain"),
    ];
    expect(inPieces.tag).toBe(whole.tag);
    expect(inPieces.isCompressible).toBe(whole.isCompressible);
    const text = await whole.body("identity");
    expect(await inPieces.body("identity")).toEqual(text);
    expect(gunzipSync(await inPieces.body("gzip"))).toEqual(text);
    expect(brotliDecompressSync(await inPieces.body("br"))).toEqual(text);
  },
);
