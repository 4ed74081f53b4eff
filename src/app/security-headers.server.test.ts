import { once } from "node:events";
import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMINISTERED, cookieOf, GRACE } from "../../test/accounts.ts";
import { UserError } from "../base/errors.server.ts";
import { FORM_TYPE, form } from "../../test/import.ts";
import { type AppBothWays, type TestRequest, openAppBothWays } from "../../test/both-ways.ts";
import { signInAt } from "../../test/http-sign-in.ts";

const JSON_TYPE = { "content-type": "application/json" };
const HTTPS = { "x-forwarded-proto": "https" };

const SECURITY_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; " +
    "img-src 'self' https: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

let both: AppBothWays;
let cookie = "";
let secureCookie = "";

beforeAll(async () => {
  both = await openAppBothWays(
    { TRUST_PROXY: "1", ...ADMINISTERED },
    (app) => {
      app.get("/broken", () => Promise.reject(new Error("what happened")));
      app.get("/down", () => Promise.reject(Object.assign(new Error(""), { code: "EPIPE" })));
      app.get("/full", () => Promise.reject(Object.assign(new Error(""), { code: "ENOSPC" })));
      app.get("/busy", () => Promise.reject(new UserError(503, "Later, please.")));
    },
    { "theme.js": "/* theme */" },
  );
  cookie = await signInAt(both.origin, GRACE);
  secureCookie = cookieOf(await both.ask(post("/api/login", GRACE, HTTPS)));
});

afterAll(() => both.close());

function post(path: string, json: unknown, headers: Record<string, string> = {}): TestRequest {
  const body = JSON.stringify(json);
  const length = String(Buffer.byteLength(body));
  return {
    method: "POST",
    path,
    headers: { ...JSON_TYPE, "content-length": length, ...headers },
    body,
  };
}

const read = (path: string, headers: Record<string, string> = {}, method = "GET"): TestRequest => ({
  method,
  path,
  headers,
});

function cookiesOf(headers: Record<string, unknown> | IncomingHttpHeaders): string[] {
  return [headers["set-cookie"]].flat().filter((each) => typeof each === "string");
}

const isDocument = (headers: Record<string, unknown>) =>
  String(headers["content-type"]).startsWith("text/html") || headers["etag"] !== undefined;

function expectSafe(headers: Record<string, unknown>, isHttps: boolean): void {
  // Only a document's own inline script runs, because the policy has the hash of its text.
  const policy = String(headers["content-security-policy"]);
  const plain = isDocument(headers)
    ? policy.replace(/(script-src 'self') 'sha256-[^']+'/, "$1")
    : policy;
  const isPicture = headers["cross-origin-resource-policy"] === "cross-origin";
  expect({ ...headers, "content-security-policy": plain }).toMatchObject({
    ...SECURITY_HEADERS,
    // Other sites may show pictures.
    ...(isPicture && { "cross-origin-resource-policy": "cross-origin" }),
  });
  expect(headers["strict-transport-security"]).toBe(isHttps ? "max-age=31536000" : undefined);
  for (const banner of ["server", "x-powered-by", "via"]) {
    expect(headers).not.toHaveProperty(banner);
  }
  for (const line of cookiesOf(headers)) {
    expect(line).toMatch(/; Path=\//);
    expect(line).toMatch(/; SameSite=Lax(;|$)/);
    // The page's own code must be able to read the hint, which only says whether to ask who is signed in.
    expect(/; HttpOnly(;|$)/.test(line), line).toBe(!line.startsWith("ev_signed_in="));
    expect(/; Secure(;|$)/.test(line), line).toBe(isHttps);
  }
}

/** Each status with a request that gets it, sent twice where the second response may be cached. */
function requests(): [status: number, name: string, ...request: TestRequest[]][] {
  const office = { cookie: `${cookie}; ${secureCookie}` };
  const upload = { ...office, "content-type": FORM_TYPE };
  const csv = form("make,model,trim,year,bodyType\nKia,EV6,Wind,soon,SUV").toString("latin1");
  return [
    [200, "a document", read("/"), read("/")],
    [200, "a list", read("/api/evs"), read("/api/evs")],
    [200, "the headers of a document", read("/", {}, "HEAD"), read("/api/evs", {}, "HEAD")],
    [200, "a file", read("/theme.js"), read("/theme.js", {}, "HEAD")],
    [200, "a picture", read("/images/cars/acura/zdx.webp")],
    [200, "for crawlers", read("/sitemap.xml"), read("/robots.txt")],
    [200, "signing in", post("/api/login", GRACE)],
    [201, "a first vote", post("/api/evs/1/votes", { isUpvote: true })],
    [201, "a vote", { ...post("/api/evs/2/votes", { isUpvote: true }), path: "/api/evs/2/votes" }],
    [204, "signing out", post("/api/logout", {})],
    [206, "a part of a file", read("/theme.js", { range: "bytes=0-3" })],
    [
      304,
      "what is known",
      read("/", { "if-none-match": "*" }),
      read("/api/evs", { "if-none-match": "*" }),
    ],
    [400, "a bad query", read("/api/evs?limit=wrong")],
    [400, "a call's bad address", read("/api/evs/%zz")],
    [401, "nobody", read("/api/user", { cookie: "ev_session=x; __Host-ev_session=x" })],
    [403, "another site", post("/api/login", GRACE, { "sec-fetch-site": "cross-site" })],
    [404, "a page, one that cannot be read", read("/nowhere"), read("/%zz")],
    [404, "a call, a picture", read("/api/nothing"), read("/images/upload/none")],
    [405, "a method", read("/api/votes", {}, "DELETE"), read("/api/login", {}, "OPTIONS")],
    [
      412,
      "a change",
      { ...post("/api/evs/98", { price: 1 }, { ...office, "if-match": '"9"' }), method: "PUT" },
    ],
    [413, "a body", post("/api/evs/1/votes", { text: "x".repeat(40_000) })],
    [414, "an address", read(`/?${"x".repeat(9000)}`)],
    [415, "a form", { ...post("/api/login", ""), headers: { "content-type": "text/plain" } }],
    [416, "beyond a file", read("/theme.js", { range: "bytes=99-" })],
    [422, "a file", { method: "POST", path: "/api/evs/upload", headers: upload, body: csv }],
    [500, "our fault", read("/broken")],
    [503, "a database, a limit", read("/down"), read("/busy")],
    [507, "a disk", read("/full")],
  ];
}

const names = requests().map(([status, name], at) => [status, name, at] as const);

test.each(names)("%d for %s", async (status, _name, at) => {
  const [, , ...request] = requests()[at] ?? [];
  for (const one of request) {
    for (const proxyHeaders of [{}, HTTPS]) {
      const answer = await both.ask({ ...one, headers: { ...one.headers, ...proxyHeaders } });
      expect(answer.status, JSON.stringify(one).slice(0, 200)).toBe(status);
      expectSafe(answer.headers, proxyHeaders === HTTPS);
    }
  }
});

test("409 and 429, which need something before them", async () => {
  for (const proxyHeaders of [{}, HTTPS]) {
    const address = {
      ...proxyHeaders,
      "x-forwarded-for": proxyHeaders === HTTPS ? "192.0.2.91" : "192.0.2.92",
    };
    const voted = await both.ask(post("/api/evs/5/votes", { isUpvote: true }, address));
    const [visitor = ""] = cookiesOf(voted.headers)[0]?.split(";") ?? [];
    const known = { ...address, cookie: visitor };
    const again = await both.ask(post("/api/evs/5/votes", { isUpvote: true }, known));
    expect(again.status).toBe(409);
    expectSafe(again.headers, proxyHeaders === HTTPS);
    const guess = post("/api/register", { ...GRACE, inviteCode: "guess" }, address);
    for (let time = 0; time < 30; time++) expect((await both.ask(guess)).status).toBe(403);
    const refused = await both.ask(guess);
    expect(refused.status).toBe(429);
    expectSafe(refused.headers, proxyHeaders === HTTPS);
  }
});

test("an event stream", async () => {
  const request = get(`${both.origin}/api/events`, { agent: false });
  const [stream] = (await once(request, "response")) as [IncomingMessage];
  expect(stream.statusCode).toBe(200);
  expectSafe(stream.headers, false);
  request.destroy();
});

test.each([
  [400, "what is no HTTP", "nonsense\r\n\r\n"],
  [
    400,
    "two lengths",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
  ],
  [431, "headers that never end", `GET / HTTP/1.1\r\nx: ${"x".repeat(20_000)}\r\n\r\n`],
])("%d for what Node cannot read: %s", async (status, _name, sent) => {
  const socket = connect(both.port, "127.0.0.1");
  socket.end(sent);
  const [head = ""] = (await text(socket)).split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 2)];
    }),
  );
  expectSafe(headers, false);
});
