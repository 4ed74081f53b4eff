import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { chooseEncoding, encode, encodePieces } from "./compression.server.ts";
import { eachFirst } from "../../test/each-first.ts";

test.each(
  eachFirst([
    [[undefined, "", "br;q=0, x-gzip;q=0, *", "br;q=0, gzip;q=0", "identity"], "identity"],
    [["identity;q=1, br;q=0.5", "identity;q=0", "br;q=nonsense"], "identity"],
    [["gzip, deflate, br, zstd", "br, gzip;q=0.9", "*", " , ;q=1, br ; q=0.3"], "br"],
    [["x-gzip", "br;q=0.5, X-GZIP", "GZIP", "br;q=0.5, gzip;q=0.9"], "gzip"],
    [["*;q=0.1, br;q=0", "identity;q=0, gzip"], "gzip"],
  ]),
)("%s -> %s", (accept, expected) => {
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
