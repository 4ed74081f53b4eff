import { hash } from "node:crypto";
import { once } from "node:events";
import { get as httpGet, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { documentsWith, openDocuments, PUBLIC_URL } from "../../test/documents.ts";
import { PUBLIC } from "../server/response-cache.server.ts";

const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0";
const PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/150.0 Mobile";

/** with and without PUBLIC_URL */
let named: FastifyInstance;
let nameless: FastifyInstance;
let vehicle = "";
let close: () => Promise<void>;

const documents = () => documentsWith(vehicle);

beforeAll(async () => {
  ({ named, nameless, vehicle, close } = await openDocuments());
});

afterAll(() => close());

it("sends a phone the home page in 16 KB and 1,500 elements, without its style sheets", async () => {
  const ask = (encoding: string) =>
    nameless.inject({ url: "/", headers: { "user-agent": PHONE, "accept-encoding": encoding } });
  const answer = await ask("br");
  expect(answer.headers["content-encoding"]).toBe("br");
  expect(answer.rawPayload.length).toBeLessThanOrEqual(16 * 1024);
  const { body } = await ask("identity");
  expect(body.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(1_500);
});

function expectStrict(policy: unknown): void {
  expect(policy).toMatch(/(^|; )default-src 'none';/);
  expect(policy).toMatch(/; script-src 'self'( 'sha256-[^']+')*;/);
  expect(policy).toMatch(/; style-src 'self'( 'sha256-[^']+')*;/);
  expect(policy).toMatch(/; connect-src 'self';/);
  expect(policy).toMatch(/; frame-ancestors 'none'/);
}

describe("documents (everywhere.md#screens)", () => {
  it("have their status, one title and a description of themselves", async () => {
    for (const [url, status, title] of documents()) {
      const { statusCode, headers, body } = await nameless.inject(url);
      expect(statusCode, url).toBe(status);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(body, url).toMatch(/^<!DOCTYPE html><html/);
      const titles = body.split("<body")[0]?.match(/<title>[^<]*/g);
      expect(titles, url).toHaveLength(1);
      expect(titles?.[0], url).toContain(title);
    }
  });

  it("are found whatever slashes an address begins with", async () => {
    const origin = await nameless.listen({ port: 0, host: "127.0.0.1" });
    for (const path of ["//", "//evil.example/auth", "/\\", "///"]) {
      // `fetch` would normalize the path.
      const [answer] = await once(httpGet(origin, { path }), "response");
      const { statusCode } = answer as IncomingMessage;
      expect(statusCode, path).toBeLessThan(500);
      expect(await text(answer as IncomingMessage), path).not.toContain("//evil.example");
    }
  });

  it("have one address, however much of it is escaped", async () => {
    for (const [url, location] of [
      ["/ev/%31%33?trim=%31", "/ev/13?trim=%31"],
      ["/%61i", "/ai"],
      ["/%7Eada%2Fx", "/~ada%2Fx"],
      ["/.//cars.example/%61", "/cars.example/a"],
    ]) {
      const { statusCode, headers } = await nameless.inject(String(url));
      expect([url, statusCode, headers.location]).toEqual([url, 301, location]);
    }
  });

  describe("lose the marks that chats and mail add to links", () => {
    const MARKS = `( ) [ ] { } < > . , ; : ! ? ' " * _ ~ | \` ” ’ » … 。 ） ). .). &gt; &quot; \u200B`;
    const endings = MARKS.split(" ").flatMap((mark) => [mark, encodeURIComponent(mark)]);

    it.each(["/", "/ev/13", "/compare", "/corrections/abc", "/auth", "/ai", "/changes.atom"])(
      "at the end of the path %s",
      async (path) => {
        for (const ending of endings) {
          // A question mark begins the query, and `/.` is the same as `/`.
          if (ending === "?" || path + ending === "/." || path + ending === "/%2E") continue;
          for (const query of ["", "?ev=13,41"]) {
            const { statusCode, headers } = await nameless.inject(path + ending + query);
            expect([ending, statusCode, headers.location]).toEqual([ending, 301, path + query]);
          }
        }
        const { statusCode } = await nameless.inject(`${path}?)`);
        expect(statusCode).toBe((await nameless.inject(path)).statusCode);
      },
    );

    it.each([
      ..."/?make=Kia,Tesla&minRange=200 /?maxPrice=35000 /?search=suv&bodyType=SUV".split(" "),
      ..."/?acCharging=11- /?ev=13,41 /?rank=price:3,range:2 /?saveEv=13&saveState=CA".split(" "),
      ..."/compare?ev=13,41 /table?columns=range,price&shade=true".split(" "),
      ..."/ev/85?trim=0&trimName=Performance /ev/13?sources=all /admin?view=activity".split(" "),
    ])("at the end of the query of %s", async (url) => {
      for (const ending of endings) {
        // It begins the next parameter.
        if (ending.startsWith("&")) continue;
        for (const more of ["", "&utm_source=chat"]) {
          const { statusCode, headers } = await nameless.inject(url + ending + more);
          expect([ending, statusCode, headers.location]).toEqual([ending, 301, url + more]);
        }
      }
      const { statusCode } = await nameless.inject(url);
      expect(statusCode).toBe(200);
    });

    it("but keep those that belong to a name, a text or a bound", async () => {
      for (const url of [
        ..."/ev/85?trim=2&trimName=Premium%20RWD%20(Long%20Range)".split(" "),
        ..."/ev/85?trimName=(Long%20Range) /ev/61?trim=0&trimName=450%2B".split(" "),
        ..."/?search=model+3. /?search=(model+3) /?ignored=cheap!&search=kia".split(" "),
        ..."/?acCharging=11- /compare/ /?make= /?make=None%20Inc. /?make=Driver's+Inc.".split(" "),
        ..."/ev/85?trimName=Driver's+Pack! /?make=Tesla, /?maxPrice=.".split(" "),
        '/admin?filters={"price":{"empty":true}}',
      ]) {
        expect([url, (await nameless.inject(url)).statusCode]).toEqual([url, 200]);
      }
      for (const [url, location] of [
        ["/ev/13/)", "/ev/13/"],
        ["/?make=Kia,Tesla.", "/?make=Kia,Tesla"],
        ["/?make=Tesla)&utm_source=chat", "/?make=Tesla&utm_source=chat"],
        ["/?make=Tesla%22", "/?make=Tesla"],
        ["/ev/61?trim=0&trimName=450%2B).", "/ev/61?trim=0&trimName=450%2B"],
        ["/ev/85?trimName=RWD%20(Long%20Range)),", "/ev/85?trimName=RWD%20(Long%20Range)"],
      ]) {
        const { statusCode, headers } = await nameless.inject(String(url));
        expect([url, statusCode, headers.location]).toEqual([url, 301, location]);
      }
      const found = async (words: string) =>
        (await nameless.inject(`/api/evs?search=${encodeURIComponent(words)}`)).body;
      for (const words of ["model 3.", "(model 3)", "model 3”"])
        expect(await found(words), words).toBe(await found("model 3"));
      expect((await nameless.inject("/nothing).")).statusCode).toBe(404);
      expect((await nameless.inject("/api/evs/13).")).statusCode).toBe(404);
      expect((await nameless.inject("/api/evs?maxPrice=35000.")).statusCode).toBe(400);
    });
  });

  it("say 404 of an address whose percent-encoding is broken; a call's stays a call's", async () => {
    const origin = await named.listen({ port: 0, host: "127.0.0.1" });
    for (const path of ["/%E0%A4%A", "/%", "/ai/%zz?x=%", "/ev/%E0%A4%A", "/api%"]) {
      const [answer] = await once(httpGet(origin, { path }), "response");
      const { statusCode, headers } = answer as IncomingMessage;
      expect(statusCode, path).toBe(404);
      expect(headers["content-type"], path).toBe("text/html; charset=utf-8");
      const title = path.startsWith("/ev/") ? "Vehicle not found" : "Page Not Found";
      expect(await text(answer as IncomingMessage), path).toContain(`<title>${title}`);
    }
    const [call] = await once(httpGet(origin, { path: "/api/evs/%E0%A4%A" }), "response");
    expect(call).toMatchObject({ statusCode: 400 });
    expect(await text(call as IncomingMessage)).toBe('{"error":"The address is not valid."}');
  });

  it("hold one script of their own that runs, and no handler", async () => {
    for (const [url] of documents()) {
      const { body, headers } = await nameless.inject(url);
      expectStrict(headers["content-security-policy"]);
      const [first, ...scripts] = body.match(/<script\b[^>]*>/g) ?? [];
      expect(first, url).toBe('<script data-scripts="/assets/entry-1a2b.js">');
      expect(scripts.length, url).toBeGreaterThan(0);
      for (const script of scripts) {
        expect(script, url).toMatch(/^<script (id="page-data" )?type="application\/(ld\+)?json">$/);
      }
      // HTML requires the charset within the first 1,024 bytes.
      expect(body.indexOf("charset"), url).toBeLessThan(1_000);
      expect(body, url).not.toMatch(/<[^>]+\son[a-z]+=|javascript:|<iframe|<base/i);
    }
  });

  it("hold their style sheets, and allow what they hold by its hash and nothing more", async () => {
    for (const [url] of documents()) {
      const { body, headers } = await nameless.inject(url);
      const policy = String(headers["content-security-policy"]);
      for (const [of, element] of [
        ["script-src", /<script data-scripts="[^"]*">([^<]*)<\/script>/g],
        ["style-src", /<style\b[^>]*>([^<]*)<\/style>/g],
      ] as const) {
        const contents = Array.from(body.matchAll(element), ([, inside = ""]) => inside);
        expect(contents.length, url).toBeGreaterThan(0);
        const hashes = contents.map((inside) => `'sha256-${hash("sha256", inside, "base64")}'`);
        expect(policy, url).toContain(`; ${of} 'self' ${hashes.join(" ")};`);
      }
    }
    const home = (await nameless.inject("/")).body;
    expect(home).toMatch(/<style[^>]*>\.of\{--sheet:"\/assets\/site\.css"\}[^<]*<\/style>/);
    expect(home).toContain('--sheet:"/assets/home.css"');
  });

  it("have the fonts fetched that every page uses", async () => {
    const { link } = (await nameless.inject("/ev/0")).headers;
    expect(link).toBe("</assets/archivo-1a2b3c4d.woff2>;rel=preload;as=font;crossorigin");
  });

  it("are sent once: 304 to who has them, by encoding", async () => {
    for (const [url, status] of documents()) {
      const tags = new Set<string>();
      for (const encoding of ["identity", "gzip", "br"]) {
        const headers = { "accept-encoding": encoding };
        const first = await nameless.inject({ url, headers });
        expect(first.headers["cache-control"]).toBe(PUBLIC);
        expect(first.headers.vary).toBe("Accept-Encoding, User-Agent");
        const etag = String(first.headers.etag);
        tags.add(etag);
        const conditional = { ...headers, "if-none-match": etag };
        const again = await nameless.inject({ url, headers: conditional });
        expect(again.statusCode, url).toBe(status === 200 ? 304 : status);
        if (status === 200) expect(again.body).toBe("");
        expectStrict(again.headers["content-security-policy"]);
        expect(again.headers.etag).toBe(etag);
        expect(again.headers.vary).toBe("Accept-Encoding, User-Agent");
      }
      expect(tags.size, url).toBe(3);
    }
  });

  it("travel compressed", async () => {
    for (const [url] of documents()) {
      const plain = await nameless.inject(url);
      const [br, gzip] = await Promise.all(
        ["br, gzip", "gzip"].map((encoding) =>
          nameless.inject({ url, headers: { "accept-encoding": encoding } }),
        ),
      );
      expect(br?.headers["content-encoding"]).toBe("br");
      expect(gzip?.headers["content-encoding"]).toBe("gzip");
      expect(brotliDecompressSync(br?.rawPayload ?? "").toString()).toBe(plain.body);
      expect(gunzipSync(gzip?.rawPayload ?? "").toString()).toBe(plain.body);
    }
  });

  it("answer HEAD like GET, without the body", async () => {
    for (const [url, status] of documents()) {
      const get = await nameless.inject(url);
      const head = await nameless.inject({ method: "HEAD", url });
      expect(head.statusCode).toBe(status);
      expect(head.body).toBe("");
      for (const name of ["etag", "vary", "content-type", "content-length", "cache-control"]) {
        expect(head.headers[name], `${name} of ${url}`).toBe(get.headers[name]);
      }
    }
  });

  it("differ between the device classes only", async () => {
    for (const [url] of documents()) {
      const ask = (agent: string) =>
        nameless.inject({ url, headers: { "user-agent": agent } }).then(({ body }) => body);
      const [desktop, other, phone, otherPhone] = await Promise.all([
        ask(DESKTOP),
        ask("curl/8.0 {marker}"),
        ask(PHONE),
        ask(`${PHONE} {marker}`),
      ]);
      expect(desktop, url).toContain('"device":"other"');
      expect(other, url).toBe(desktop);
      expect(phone, url).toContain('"device":"mobile"');
      expect(otherPhone === phone, url).toBe(true);
    }
  });
});

describe("a document is the same for all visitors", () => {
  const MARK = "x9visitor9x";

  it("an unknown address leaves no trace in the next one's document", async () => {
    for (const kind of ["/", "/ev/", "/ai/"]) {
      const first = await nameless.inject(`${kind}${MARK}`);
      const second = await nameless.inject(`${kind}another`);
      expect(first.statusCode).toBe(404);
      expect(first.body).not.toContain(MARK);
      expect(second.body).toBe(first.body);
    }
    const unknown = await nameless.inject("/ev/987654321");
    expect((await nameless.inject("/ev/987654322")).body).not.toContain("987654321");
    expect(unknown.body).toContain('[["ev",987654321],null]');
  });

  it("whatever stands in the trim's name stays out", async () => {
    const { body } = await nameless.inject(`${vehicle}?trimName=${MARK}%3Cscript%3E&trim=${MARK}`);
    expect(body).toBe((await nameless.inject(`${vehicle}?trim=0`)).body);
    expect(body).not.toContain(MARK);
  });

  it("a search that is shown is escaped", async () => {
    const { body } = await nameless.inject(
      "/?search=%3C%2Fscript%3E%3Cscript%3Ealert(1)%3C/script%3E",
    );
    expect(body).not.toContain("<script>alert");
    expect(body).not.toContain("</script><script>alert");
  });
});

describe("canonical addresses", () => {
  const canonical = (body: string) =>
    [...body.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href);

  it("carry PUBLIC_URL, without which there are none", async () => {
    for (const [url, path] of [
      ["/", "/"],
      ["/?make=Kia", "/"],
      [vehicle, vehicle],
      [`${vehicle}?trim=2`, vehicle],
    ] as const) {
      expect(canonical((await named.inject(url)).body), url).toEqual([`${PUBLIC_URL}${path}`]);
      expect(canonical((await nameless.inject(url)).body), url).toEqual([]);
    }
  });

  it("no origin stands in a document that knows none, but for those of sources", async () => {
    const originsIn = (body: string) => new Set(body.match(/https?:\/\/[^/"\\]+/g));
    const sources = originsIn((await nameless.inject(`/api/evs/${vehicle.slice(4)}/claims`)).body);
    for (const [url] of documents()) {
      const { body } = await nameless.inject(url);
      const origins = originsIn(body).difference(sources);
      origins.delete("http://www.w3.org");
      origins.delete("https://schema.org");
      expect([...origins], url).toEqual([]);
    }
  });
});

it("files that do not exist are 404 and asked about each time, wherever they would be", async () => {
  for (const url of [
    "/assets/entry-0000.js",
    "/assets/",
    "/assets",
    "/images/logos/none.svg",
    "/.vite/manifest.json",
    "/..%2f..%2fpackage.json",
  ]) {
    const { statusCode, headers } = await nameless.inject(url);
    expect(statusCode, url).toBe(404);
    expect(headers["cache-control"], url).toMatch(/^no-store$|, max-age=0,/);
    expectStrict(headers["content-security-policy"]);
  }
});
