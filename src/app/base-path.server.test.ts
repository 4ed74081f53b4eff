import { afterAll, expect, it, onTestFinished } from "vitest";
import { ADMINISTERED, cookieOf, GRACE } from "../../test/accounts.ts";
import { openAppBothWays } from "../../test/both-ways.ts";
import { setBasePath } from "../domain/base-path.ts";

const CAR = { make: "Kia", model: "EV6", trim: "Light", year: 2026, bodyType: "SUV" };
const PUBLIC_URL = "https://www.example.com";
const SITE = `${PUBLIC_URL}/a/cars`;

// Other test files run in the same process.
afterAll(() => setBasePath(""));

/** Opens the app below `/a/cars`, behind a proxy that says what the browser used. */
async function openSite(protocol: "http" | "https" = "http") {
  const site = await openAppBothWays({
    BASE_PATH: "/a/cars",
    PUBLIC_URL,
    TRUST_PROXY: "1",
    STARTER_CATALOGUE: "false",
    ...ADMINISTERED,
  });
  onTestFinished(() => site.close());
  const ask = (path: string, headers: Record<string, string> = {}, body?: object) =>
    site.ask({
      path,
      headers: {
        "x-forwarded-proto": protocol,
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  const cookiesOf = ({ headers }: Awaited<ReturnType<typeof ask>>) =>
    [headers["set-cookie"] ?? []].flat().map(String);
  const signIn = () => ask("/a/cars/api/login", {}, GRACE);
  return { ask, cookiesOf, signIn };
}

it("is all that answers, twice as once", async () => {
  const { ask } = await openSite();
  for (const path of ["/a/cars/", "/a/cars/compare", "/a/cars/api/evs", "/a/cars/healthz"]) {
    for (let time = 0; time < 2; time++) expect((await ask(path)).status, path).toBe(200);
  }
  for (const path of ["/", "/compare", "/api/evs", "/a", "/a/carsx", "/a/cars%2F", "/A/CARS/"]) {
    const { status, headers, body } = await ask(path);
    const unknown = [path, 404, { error: "Nothing was found at this address." }];
    expect([path, status, JSON.parse(body)]).toEqual(unknown);
    expect(headers).toHaveProperty("content-security-policy");
  }
  const missing = { status: 404, body: expect.stringContaining("Page Not Found") };
  expect(await ask("/a/cars/nothing")).toMatchObject(missing);
  expect((await ask("http://www.example.com/a/cars/api/evs")).status).toBe(200);
});

it("is where every redirect leads", async () => {
  const { ask, signIn } = await openSite();
  const cookie = cookieOf(await signIn());
  const added = await ask("/a/cars/api/evs", { cookie }, CAR);
  expect(added.status).toBe(201);
  expect(String(added.headers["location"])).toMatch(/^\/a\/cars\/api\/evs\/\d+$/);
  for (const [path, status, location] of [
    ["/a/cars", 301, "/a/cars/"],
    ["/a/cars?make=Kia", 301, "/a/cars/?make=Kia"],
    ["/a/cars/compare)", 301, "/a/cars/compare"],
    ["/a/cars/?search=kia&words=1", 303, "/a/cars/?search=kia"],
    ["/a/cars/api/docs/json", 302, "/a/cars/api/openapi.json"],
  ] as const) {
    const { status: found, headers } = await ask(path);
    expect([path, found, headers["location"]]).toEqual([path, status, location]);
  }
});

it("has secure cookies over HTTPS, which are accepted and taken back", async () => {
  const { ask, cookiesOf, signIn } = await openSite("https");
  const signedIn = await signIn();
  expect(cookiesOf(signedIn)[0]).toMatch(
    /^__Secure-ev_session=[\w-]{43}; Path=\/a\/cars\/; .*; Secure$/,
  );
  const cookie = cookieOf(signedIn);
  expect((await ask("/a/cars/api/user", { cookie })).status).toBe(200);
  const left = cookiesOf(await ask("/a/cars/api/logout", { cookie }, {}));
  expect(left.map((each) => each.replace(/Max-Age=0.*/, ""))).toEqual([
    "__Secure-ev_session=; Path=/a/cars/; ",
    "ev_signed_in=; Path=/a/cars/; ",
  ]);
});

it("is in every address for others", async () => {
  const { ask, signIn } = await openSite();
  const cookie = cookieOf(await signIn());
  const { body: robots } = await ask("/a/cars/robots.txt");
  const rules = robots.split("\n").filter((line) => /^(Allow|Disallow): /.test(line));
  expect(rules.length).toBeGreaterThan(3);
  for (const rule of rules) expect(rule).toMatch(/^\w+: \/a\/cars\//);
  expect(robots).toContain(`\nSitemap: ${SITE}/sitemap.xml\n`);
  expect((await ask("/a/cars/api/evs?limit=1")).headers["link"]).toContain("</a/cars/data>");
  const description = (await ask("/a/cars/api/openapi.json")).body;
  expect(JSON.parse(description)).toMatchObject({ servers: [{ url: "/a/cars" }] });
  expect(description).toContain("over HTTPS its name is __Secure-ev_session.");
  const invited = await ask("/a/cars/api/invitations", { cookie }, {});
  expect(JSON.parse(invited.body)).toMatchObject({
    link: expect.stringMatching(/^\/a\/cars\/auth#invite=/),
  });
});
