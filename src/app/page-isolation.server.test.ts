import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPicture } from "../../test/pictures.ts";
import {
  type Answer,
  type AppBothWays,
  type TestRequest,
  openAppBothWays,
} from "../../test/both-ways.ts";
import { signInAt } from "../../test/http-sign-in.ts";

const ADMINISTRATOR = { username: "Grace zq0qz", password: "nanoseconds" };
const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0";
const PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/150.0 Mobile";
const RUNS = 12;

/** Matches text that only one request contains; 0 marks the administrator's. */
const MARKS = /zq(\d+)qz/g;
const marksIn = (answer: Answer) =>
  new Set(JSON.stringify([answer.headers, answer.body]).match(MARKS));

/** Addresses that anybody may request, and some that only administrators may. */
const ADDRESSES = `
  / /?make=Kia&quick=fastest /ev/1 /ev/1?trim=0 /ev/999999 /nowhere /compare
  /compare?ev=98,101 /?ev=101,98 /ai /auth /admin /sitemap.xml /robots.txt /api/evs /api/evs?limit=2
  /api/evs?sort=votes&limit=2 /api/evs?limit=wrong /api/evs/1 /api/evs/1/fresh
  /api/evs/1/reviews /api/evs/count /api/votes /api/votes/mine /api/openapi.json
  /api/nothing /healthz /theme.js /assets/entry-1a2b.js /images/cars/acura/zdx.webp
  /images/upload/PICTURE /images/upload/f_auto,q_auto:good,w_300/PICTURE /api/user
  /api/evs?view=admin&page=1 /api/activity /api/invitations /api/sessions /api/users
  /api/reviews?flagged=true /api/evs/1/position
`
  .trim()
  .split(/\s+/);

interface Site {
  both: AppBothWays;
  cookie: string;
  picture: string;
}

const opened: AppBothWays[] = [];

async function openSite(env: Record<string, string>): Promise<Site> {
  const both = await openAppBothWays(
    {
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      RATE_LIMITS: "off",
      ...env,
    },
    undefined,
    { "theme.js": "/* theme */", "assets/entry-1a2b.js": "/* a script */" },
  );
  opened.push(both);
  const cookie = await signInAt(both.origin, ADMINISTRATOR);
  const body = new FormData();
  const bytes = await plainPicture(40, 20).png().toBuffer();
  body.set("image", new Blob([new Uint8Array(bytes)]), "a.png");
  const sent = { method: "POST", body, headers: { cookie } };
  const { url } = (await (await fetch(`${both.origin}/api/upload-image`, sent)).json()) as {
    url: string;
  };
  return { both, cookie, picture: url.split("/").at(-1) ?? "" };
}

afterAll(() => Promise.all(opened.map((both) => both.close())));

const anyCleanAsk = fc.record({
  method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
  path: fc.constantFrom(...ADDRESSES),
  headers: fc
    .record(
      {
        "accept-encoding": fc.constantFrom("gzip", "br", "identity", "br, gzip;q=0.5"),
        "user-agent": fc.constantFrom(DESKTOP, PHONE),
        accept: fc.constantFrom("image/avif,image/webp,*/*", "*/*"),
        // Half of each visitor's browsers use HTTPS.
        "x-forwarded-proto": fc.constant("https"),
      },
      { requiredKeys: [] },
    )
    .map((headers): Record<string, string> => ({ host: "localhost", ...headers })),
});

type Bent = (path: string, mark: string) => string;
const BENT: readonly Bent[] = [
  (path) => path,
  (path) => path,
  (path, mark) => `${path}${path.includes("?") ? "&" : "?"}utm_source=${mark}`,
  (path, mark) => `${path}${path.includes("?") ? "&" : "?"}_=${mark}`,
  (path, mark) => path.replace("?", `?x=${mark}&`),
  (path) => path.replace(/\?(.*)&(.*)/, "?$2&$1"),
  (path) => `/${path}`,
  (path, mark) => `//${mark}.example${path}`,
  (path, mark) => `/${mark}/..${path}`,
  (path) =>
    path.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  (path, mark) => `http://${mark}.example${path}`,
  (path, mark) => `${path}${path.includes("?") ? "" : `;${mark}`}`,
  (path, mark) => `${path.split("?")[0] ?? ""}/${mark}`,
  (path, mark) => `${path}#${mark}`,
];

const FOREIGN = (mark: string): Record<string, string> => ({
  host: `${mark}.example`,
  "x-forwarded-host": `${mark}.example`,
  "x-forwarded-proto": `https, ${mark}`,
  "x-forwarded-for": `203.0.113.9, ${mark}`,
  "x-forwarded-port": `8443${mark}`,
  "x-forwarded-prefix": `/${mark}`,
  forwarded: `for=203.0.113.9;host=${mark}.example;proto=https`,
  "x-original-url": `/api/users?${mark}`,
  "x-rewrite-url": `/${mark}`,
  "x-http-method-override": "POST",
  "x-request-id": mark,
  "x-shown-user": mark,
  cookie: `ev_session=${mark}; ev_visitor=${mark}.bad; theme=${mark}; ${mark}=1`,
  authorization: `Bearer ${mark}`,
  "accept-language": `${mark},de;q=0.9`,
  "accept-encoding": `br;q=0.1, ${mark}, gzip`,
  accept: `image/avif, text/${mark}`,
  "if-none-match": `"${mark}", *`,
  "if-modified-since": "Thu, 01 Jan 2099 00:00:00 GMT",
  range: "bytes=0-3",
  "user-agent": `${mark} Mobile`,
  referer: `https://${mark}.example/`,
  origin: `https://${mark}.example`,
  "content-type": `application/${mark}`,
  "cache-control": `no-cache, ${mark}`,
});
const FOREIGN_NAMES = Object.keys(FOREIGN(""));

/** Generates requests that must leave no trace. `isOffice` sends the administrator's session. */
const anyPoison = fc.record({
  method: fc.constantFrom("GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "PROPFIND"),
  path: fc.constantFrom(...ADDRESSES),
  bent: fc.constantFrom(...BENT),
  names: fc.subarray(FOREIGN_NAMES),
  isOffice: fc.boolean(),
  hasBody: fc.constantFrom(false, false, false, true),
});

/** Sends requests that `fetch` would normalize. */
async function send(site: Site, asked: TestRequest): Promise<Answer> {
  const { method = "GET", headers, body } = asked;
  const path = asked.path.replace("PICTURE", site.picture);
  const options = { method, path, headers, setHost: false, agent: false };
  const sending = request(site.both.origin, options);
  sending.end(body);
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(chunks).toString("latin1"),
  };
}

const ask = ({ both, picture }: Site, asked: TestRequest) =>
  both.ask({ ...asked, path: asked.path.replace("PICTURE", picture) });

describe.each<[string, Record<string, string>]>([
  ["no proxy", { PUBLIC_URL: "https://cars.example" }],
  ["a proxy that is believed", { TRUST_PROXY: "1" }],
])("with %s", (_name, env) => {
  let site: Site;
  let fresh: Site;
  beforeAll(async () => {
    [site, fresh] = await Promise.all([openSite(env), openSite(env)]);
  });

  async function expectClean(asked: TestRequest): Promise<void> {
    const [answer, untouched] = await Promise.all([ask(site, asked), ask(fresh, asked)]);
    const what = JSON.stringify(asked);
    expect([...marksIn(answer)], what).toEqual([]);
    expect(answer.headers, what).not.toHaveProperty("set-cookie");
    expect([answer.status, answer.headers], what).toEqual([untouched.status, untouched.headers]);
    // `toBe` would print two whole pages.
    expect(answer.body === untouched.body, what).toBe(true);
  }

  it("nothing of one visitor reaches another", async () => {
    let count = 0;
    const visits = fc.record({
      poison: fc.array(anyPoison, { minLength: 1, maxLength: 4 }),
      // They request the same addresses too, because a trace would show up there.
      clean: fc.array(anyCleanAsk, { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(visits, async ({ poison, clean }) => {
        for (const { method, path, bent, names, isOffice, hasBody } of poison) {
          const mark = `zq${++count}qz`;
          const foreign = FOREIGN(mark);
          const headers: Record<string, string> = { host: "localhost" };
          for (const name of names) headers[name] = foreign[name] ?? "";
          if (isOffice) headers["cookie"] = `${site.cookie}; theme=${mark}`;
          const body = hasBody ? { body: `{"${mark}":1}` } : {};
          // Without the length, whatever follows a HEAD would be parsed as another request.
          if (hasBody) headers["content-length"] = String(`{"${mark}":1}`.length);
          const answer = await send(site, { method, path: bent(path, mark), headers, ...body });
          expect(answer.status).toBeLessThan(500);
          // The page must not reveal anything about others either; administrators see their own name.
          const known = isOffice ? [mark, "zq0qz"] : [mark];
          expect([...marksIn(answer)].filter((each) => !known.includes(each))).toEqual([]);
        }
        const again = poison.map(({ path }, at) => ({ ...clean[at % clean.length], path }));
        for (const one of [...again, ...clean]) {
          await expectClean({ method: "GET", headers: { host: "localhost" }, ...one });
        }
      }),
      { numRuns: RUNS, seed: 20_261_122 },
    );
    expect(count).toBeGreaterThan(RUNS);
  });

  it("at last every address is as if nobody had been there", async () => {
    for (const path of ADDRESSES) {
      const headers = { host: "localhost", "user-agent": PHONE, "accept-encoding": "br" };
      // The second response may come from the cache.
      for (const _ of ["first", "second"]) await expectClean({ path, headers });
    }
  });

  it("what an answer depends on is told to caches", async () => {
    const differing = {
      "accept-encoding": "gzip",
      accept: "image/avif",
      "user-agent": PHONE,
      cookie: site.cookie,
      host: "other.example",
      "x-forwarded-host": "other.example",
      origin: "https://other.example",
      "accept-language": "de",
      "x-shown-user": "7",
    };
    for (const path of ADDRESSES) {
      const headers = { host: "localhost", "user-agent": DESKTOP };
      const plain = await send(site, { path, headers });
      for (const [name, value] of Object.entries(differing)) {
        const answer = await send(site, { path, headers: { ...headers, [name]: value } });
        if (answer.status === plain.status && answer.body === plain.body) continue;
        const varies = String(plain.headers["vary"]).toLowerCase().split(", ");
        const cacheControl = String(plain.headers["cache-control"]);
        expect(varies.includes(name) || cacheControl === "no-store", `${path} by ${name}`).toBe(
          true,
        );
      }
    }
  });
});
