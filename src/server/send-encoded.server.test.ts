import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type Encoded, encode } from "./compression.server.ts";
import { likedEncodings, matchesEtag, sendEncoded } from "./send-encoded.server.ts";

const ALL = ["identity", "br", "gzip"] as const;

describe("likedEncodings", () => {
  test.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br gzip"],
    ["gzip, deflate", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["br;q=0.5, gzip;q=0.9", "gzip"],
    ["br;q=0.9, gzip;q=0.9", "br gzip"],
    ["br, gzip;q=0.9", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0, gzip;q=0", "identity"],
    ["*", "br gzip"],
    ["*;q=0.1, br;q=0", "gzip"],
    ["*;q=0", "identity"],
    ["identity", "identity"],
    ["identity;q=1, br;q=0.5", "identity"],
    ["identity;q=0, gzip", "gzip"],
    ["identity;q=0", "identity"],
    ["deflate", "identity"],
    ["br;q=nonsense", "identity"],
    [" , ;q=1, br ; q=0.3", "br"],
  ] as const)("%s -> %s", (accept, expected) => {
    expect(likedEncodings(accept, ALL).join(" ")).toBe(expected);
  });

  it("keeps to what is offered", () => {
    expect(likedEncodings("br, gzip", ["identity"])).toEqual(["identity"]);
  });
});

describe("matchesEtag", () => {
  test.each([
    [undefined, false],
    ["", false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ['"a-br"', false],
    ["a", false],
    ["*", true],
  ])("%s -> %s", (given, expected) => {
    expect(matchesEtag(given, '"a"')).toBe(expected);
  });
});

describe("sendEncoded", () => {
  const text = JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ index })));
  const app = fastify();
  let encoded: Encoded;

  beforeAll(async () => {
    encoded = encode(text, "application/json; charset=utf-8");
    app.get("/", (request, reply) =>
      sendEncoded(request, reply, encoded, { cacheControl: "no-cache" }),
    );
    app.get("/lost", (request, reply) =>
      sendEncoded(request, reply, encoded, {
        cacheControl: "no-cache",
        status: 404,
        vary: "User-Agent",
      }),
    );
  });
  afterAll(() => app.close());

  function get(url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
    return app.inject({ method, url, headers });
  }

  it("sends the same body in each encoding, under a tag of its own", async () => {
    const plain = await get("/");
    const br = await get("/", { "accept-encoding": "br" });
    const gz = await get("/", { "accept-encoding": "gzip" });
    expect(plain.body).toBe(text);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(br.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(text);
    expect(gz.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gz.rawPayload).toString()).toBe(text);
    expect(new Set([plain, br, gz].map((answer) => answer.headers.etag)).size).toBe(3);
    for (const answer of [plain, br, gz]) {
      expect(answer.headers.vary).toBe("Accept-Encoding");
      expect(answer.headers["cache-control"]).toBe("no-cache");
      expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length);
    }
  });

  it("answers 304 with the headers a cache needs, only for the selected encoding's tag", async () => {
    const br = await get("/", { "accept-encoding": "br" });
    const etag = String(br.headers.etag);
    const same = await get("/", { "accept-encoding": "br", "if-none-match": etag });
    expect(same.statusCode).toBe(304);
    expect(same.body).toBe("");
    expect(same.headers).toMatchObject({
      etag,
      vary: "Accept-Encoding",
      "cache-control": "no-cache",
    });
    expect(same.headers["content-encoding"]).toBeUndefined();
    const other = await get("/", { "accept-encoding": "gzip", "if-none-match": etag });
    expect(other.statusCode).toBe(200);
  });

  it("answers HEAD with the length and no body", async () => {
    const head = await get("/", { "accept-encoding": "br" }, "HEAD");
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe("");
    expect(Number(head.headers["content-length"])).toBe((await encoded.body("br")).length);
  });

  it("turns nothing but a 200 into a 304, and names what else the answer depends on", async () => {
    const lost = await get("/lost", { "if-none-match": "*" });
    expect(lost.statusCode).toBe(404);
    expect(lost.headers.vary).toBe("Accept-Encoding, User-Agent");
  });

  it("leaves small bodies as they are", async () => {
    expect(encode("small", "text/plain").offered).toEqual(["identity"]);
  });
});
