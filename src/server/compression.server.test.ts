import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { fastify } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { bodyPart, encodeParts } from "./compression.server.ts";
import { deflateParts, gzipJoined } from "./joined-gzip.server.ts";
import { sendEncoded } from "./send-encoded.server.ts";

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
