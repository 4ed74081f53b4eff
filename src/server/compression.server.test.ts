import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import {
  bodyPart,
  type Encoded,
  encode,
  encodeParts,
  likedEncodings,
  matchesEtag,
  sendEncoded,
} from "./compression.server.ts";
import { deflateParts, gzipJoined } from "./joined-gzip.server.ts";

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

describe("an answer of parts", () => {
  const RUNS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map((letter) =>
    bodyPart(`${letter} `.repeat(20_000)),
  );
  const BOTH = "gzip, deflate, br";

  it("is the same bytes for all who take it uncompressed at a time", async () => {
    const answer = encodeParts(RUNS, "text/plain");
    const first = await answer.body("identity");
    // Not `toEqual`: equal bytes twice would be twice the memory.
    expect((await answer.body("identity")) === first).toBe(true);
  });

  it("is sent as gzip while brotli of what is nearly the same is being made", async () => {
    const app = fastify();
    onTestFinished(() => app.close());
    let answer = encodeParts(RUNS, "text/plain");
    app.get("/", (request, reply) =>
      sendEncoded(request, reply, answer, { cacheControl: "no-cache" }),
    );
    const get = (accept: string, known = "") =>
      app.inject({ url: "/", headers: { "accept-encoding": accept, "if-none-match": known } });

    const first = await get(BOTH);
    expect(first.headers["content-encoding"]).toBe("br");
    await deflateParts(RUNS.map(({ bytes }) => bytes));

    const parts = RUNS.with(4, bodyPart("x ".repeat(20_000)));
    const text = parts.map(({ bytes }) => bytes.toString()).join("");
    answer = encodeParts(parts, "text/plain");
    // All at once: none of them waits for the brotli of another.
    const [soon, br, changed] = await Promise.all([
      get(BOTH),
      get("br"),
      get(BOTH, String(first.headers.etag)),
    ]);
    expect(soon.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(soon.rawPayload).toString()).toBe(text);
    expect(br.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(text);
    expect(changed.statusCode).toBe(200);

    // Brotli is there, and so is what was sent in its place.
    expect((await get(BOTH)).headers["content-encoding"]).toBe("br");
    for (const { headers } of [soon, br]) {
      const same = await get(BOTH, String(headers.etag));
      expect(same.statusCode).toBe(304);
      expect(same.headers.etag).toBe(headers.etag);
    }
  });

  it("becomes gzip as a whole as long as hardly any of it has been deflated", async () => {
    const parts = RUNS.map(({ bytes }) => bodyPart(bytes.toString()));
    const whole = await encodeParts(parts, "text/plain", { isAgain: false }).body("gzip");
    const joined = await gzipJoined(parts.map(({ bytes }) => bytes));
    expect(gunzipSync(whole)).toEqual(gunzipSync(joined));
    expect(whole.length).toBeLessThan(joined.length);
    // Now all of it has been.
    expect(await encodeParts(parts, "text/plain").body("gzip")).toEqual(joined);
  });

  it("is not sent again when gzip is what is there, and brotli is known", async () => {
    const app = fastify();
    onTestFinished(() => app.close());
    await deflateParts(RUNS.map(({ bytes }) => bytes));
    const same = encodeParts(RUNS, "text/plain");
    app.get("/", (request, reply) =>
      sendEncoded(request, reply, same, { cacheControl: "no-cache" }),
    );
    const headers = { "accept-encoding": BOTH, "if-none-match": `"${same.tag}-br"` };
    const answer = await app.inject({ url: "/", headers });
    expect(answer.statusCode).toBe(304);
    expect(answer.headers.etag).toBe(`"${same.tag}-br"`);
  });

  it("is not compressed by brotli to the end when it is out of date, but for who waits for it", async () => {
    // Longer than what is compressed in one go.
    const long = Array.from({ length: 12 }, (_, at) => bodyPart(`${at} `.repeat(100_000)));
    const answer = encodeParts(long, "text/plain");
    await answer.body("gzip");
    const givenUp = Promise.withResolvers<void>();
    let asked = 0;
    const isWanted = () => {
      if (++asked < 4) return true;
      givenUp.resolve();
      return false;
    };
    expect(answer.soonest(["br", "gzip"], isWanted)).toBe("gzip");
    await givenUp.promise;
    // At once, and when it has been given up.
    const [br, again] = [answer.body("br"), answer.body("br")];
    const text = long.map(({ bytes }) => bytes.toString()).join("");
    expect(brotliDecompressSync(await br).toString()).toBe(text);
    expect(await again).toBe(await br);
    expect(asked).toBe(4);
    expect(answer.soonest(["br", "gzip"], isWanted)).toBe("br");
  });
});
