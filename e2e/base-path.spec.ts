import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

import { hasNginx, runNginx } from "../test/nginx.ts";
import { plainPicture } from "../test/pictures.ts";
import { rowsOf as adminRowsOf, signInByForm } from "./dashboard.ts";
import { expect, NOT_FOUND_LINE, pressFirst, test as base } from "./fixtures.ts";
import { editorOf } from "./grid.ts";
import { leaders, section } from "./ranking.ts";

const OPERATING = readFileSync("docs/operating.md", "utf8");
const [, SHOWN_LOCATION = ""] = /```nginx\n(location \/cars\/ .*?)```/s.exec(OPERATING) ?? [];

/** nginx with another site at `/` and this one at `/cars/`, as docs/operating.md shows. */
const startNginx = (site: string) =>
  runNginx(
    (_folder, port) => `server {
      listen 127.0.0.1:${port};
      location / { return 200 "another site"; }
      ${SHOWN_LOCATION.replaceAll("http://127.0.0.1:3000", new URL(site).origin)}
    }`,
  );

const test = base.extend<{ origin: string; requested: string[] }>({
  /** of nginx, or of the server itself where nginx is not installed */
  origin: async ({ site }, provide) => {
    if (!hasNginx) return provide(new URL(site.origin).origin);
    const nginx = await startNginx(site.origin);
    await provide(nginx.origin);
    await nginx.stop();
  },
  /** every request of the page, none of which may leave `/cars/` */
  requested: async ({ page, origin }, provide) => {
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await provide(requested);
    await page.close(); // before nginx stops
    const paths = requested.filter((url) => url.startsWith("http")).map((url) => `${url}/`);
    expect(paths).not.toEqual([]);
    expect(paths.filter((url) => !url.startsWith(`${origin}/cars/`))).toEqual([]);
  },
});

test.use({ serverEnv: { BASE_PATH: "/cars", TRUST_PROXY: "1" } });
test.beforeEach(({ allowConsole }) => allowConsole(NOT_FOUND_LINE));

/** Every address in the document that a browser may ask for. */
function addressesIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = ["href", "src", "action", "content", "data-scripts", "srcset", "imagesrcset"];
    return [...document.querySelectorAll("*")].flatMap((element) =>
      names.flatMap((name) => {
        const text = element.getAttribute(name);
        if (text === null || (name === "content" && !text.startsWith("/"))) return [];
        const addresses = name.endsWith("srcset")
          ? text.split(",").map((part) => part.trim().split(" ")[0] ?? "")
          : name === "data-scripts"
            ? text.split(" ")
            : [text];
        return addresses.map((address) => new URL(address, location.href).href);
      }),
    );
  });
}

test("below a path no address leads out @desktop", async ({ page, origin, requested }) => {
  const site = `${origin}/cars`;
  expect(requested).toEqual([]);
  const entries = (await (await page.request.get(`${site}/api/evs?limit=2`)).json()) as {
    ev: { id: number };
    trim: { rowId: number };
  }[];
  const [first, second] = entries;
  const sent = await page.request.post(`${site}/api/corrections`, {
    data: { rowId: first?.trim.rowId, field: "price", value: 1 },
    headers: { origin },
  });
  const { token } = (await sent.json()) as { token: string };
  await page.request.post(`${site}/api/login`, {
    data: { username: "admin", password: "correct horse battery" },
    headers: { origin },
  });

  const found = new Set<string>();
  for (const path of [
    "/",
    `/ev/${first?.ev.id}`,
    `/ev/${first?.ev.id}?sources=all`,
    `/compare?ev=${first?.trim.rowId},${second?.trim.rowId}`,
    "/table",
    `/corrections/${token}`,
    "/nothing",
    "/ai",
    "/admin",
    "/api/docs",
  ]) {
    await page.goto(`${site}${path}`);
    await expect(page.locator("a[href]").first()).toBeVisible();
    for (const address of await addressesIn(page)) found.add(address.split("#", 1)[0] ?? "");
    // Without scripts there are further links.
    const html = await (await page.request.get(`${site}${path}`)).text();
    for (const [, address = ""] of html.matchAll(/ href="([^"#]+)[^"]*"/g))
      found.add(new URL(address.replaceAll("&amp;", "&"), page.url()).href);
  }
  for (const [path, pattern] of [
    ["/sitemap.xml", /<loc>([^<]+)</g],
    ["/changes.atom", /href="([^"]+)"/g],
    ["/site.webmanifest", /"(?:src|url|start_url|scope)": "([^"]+)"/g],
  ] as const) {
    const text = await (await page.request.get(`${site}${path}`)).text();
    const addresses = [...text.matchAll(pattern)].map(([, address = ""]) =>
      address.replaceAll("&#38;", "&"),
    );
    expect(addresses.length, path).toBeGreaterThan(3);
    for (const address of addresses) found.add(new URL(address, site + path).href);
  }
  const own = [...found].filter((address) => address.startsWith(origin));
  expect(own.length).toBeGreaterThan(300);
  expect(own.filter((address) => !address.startsWith(`${site}/`))).toEqual([]);
  // One address of each path is enough.
  const byPath = new Map(own.map((address) => [new URL(address).pathname, address]));
  byPath.delete("/cars/nothing");
  const broken: string[] = [];
  for (const address of byPath.values()) {
    const { status } = await fetch(address, { redirect: "manual" });
    if (status >= 400) broken.push(`${status} ${address}`);
  }
  expect(broken).toEqual([]);
});

test("below a path a visitor finds their way @desktop", async ({ page, origin, requested }) => {
  const site = `${origin}/cars`;
  const stream = page.waitForResponse(`${site}/api/events`);
  await page.goto(site);
  await expect(page).toHaveURL(`${site}/`);
  expect((await stream).status()).toBe(200);

  await test.step("pages and Back", async () => {
    await page.getByRole("link", { name: "Tech", exact: true }).click();
    await expect(page).toHaveURL(`${site}/tech`);
    await page.getByRole("link", { name: "EV Catalogue, home" }).click();
    await expect(page).toHaveURL(`${site}/`);
    await page.goBack();
    await expect(page).toHaveURL(`${site}/tech`);
    await expect(page.getByText("Compiling the future...")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${site}/`);
  });

  await test.step("a vote", async () => {
    const leader = leaders(page).first();
    const name = await leader.getByRole("heading").innerText();
    await leader.getByRole("button", { name: `Upvote ${name}` }).click();
    await expect(
      section(page).getByRole("button", { name: `You have already voted for ${name}` }),
    ).toBeVisible();
  });

  await test.step("a search and a filter", async () => {
    const box = page.getByRole("searchbox").first();
    await box.fill("tesla under 60k");
    await box.press("Enter");
    await expect(page).toHaveURL(`${site}/?search=tesla&maxPrice=60000`);
    await page.reload();
    await page.getByRole("button", { name: "Remove Tesla" }).first().click();
    await expect(page).toHaveURL(`${site}/?maxPrice=60000`);
    await page.goBack();
    await expect(page).toHaveURL(`${site}/?search=tesla&maxPrice=60000`);
  });

  await test.step("a comparison", async () => {
    await page.goto(`${site}/table`);
    await page.getByRole("table").getByRole("link").first().click();
    await expect(page).toHaveURL(/\/cars\/ev\/\d+\?trim=/);
    await pressFirst(page, /^Compare/);
    await page
      .getByRole("link", { name: /Compare|comparison/ })
      .last()
      .click();
    await expect(page).toHaveURL(/\/cars\/compare\?ev=\d+$/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  const paths = (await page.context().cookies(site)).map(({ name, path }) => [name, path]);
  expect(paths.map(([, path]) => path)).toEqual(paths.map(() => "/cars/"));
  expect(await page.context().cookies(`${origin}/`)).toEqual([]);
  expect(requested.length).toBeGreaterThan(20);
});

test("below a path an administrator edits @desktop", async ({ page, origin, requested }) => {
  const site = `${origin}/cars`;
  await page.goto(`${site}/admin`);
  await expect(page).toHaveURL(`${site}/auth`);
  await signInByForm(page);
  await expect(page).toHaveURL(`${site}/admin`);

  const row = adminRowsOf(page).first();
  await page
    .getByLabel(/Search/)
    .first()
    .fill("Ioniq 5");
  await expect(page).toHaveURL(`${site}/admin?search=Ioniq+5`);
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === "PUT" && response.url().startsWith(`${site}/api/evs/`),
  );
  await row
    .getByText(/^\$[\d,]+$/)
    .first()
    .dblclick();
  await editorOf(page).fill("41500");
  await editorOf(page).press("Enter");
  expect((await saved).status()).toBe(200);

  await page.goto(`${site}/admin`);
  await page.getByRole("button", { name: "Add New EV" }).click();
  const dialog = page.getByRole("dialog", { name: "Add New EV" });
  for (const label of ["Make", "Model", "Trim"]) await dialog.getByLabel(label).fill("Pictured");
  await dialog.getByLabel("Image URL, picture file").setInputFiles({
    name: "car.png",
    mimeType: "image/png",
    buffer: await plainPicture(800, 450).png().toBuffer(),
  });
  await expect(dialog.getByText("Picture uploaded")).toBeVisible();
  await expect(dialog.getByLabel("Image URL", { exact: true })).toHaveValue(/^\/images\/upload\//);
  await expect(dialog.getByRole("img").first()).toHaveJSProperty("complete", true);
  await expect(dialog.getByRole("img").first()).toHaveAttribute("src", /^\/cars\/images\/upload\//);
  await dialog.getByRole("button", { name: "Add EV" }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto(`${site}/?search=pictured`);
  const card = page.getByRole("article").filter({ hasText: "Pictured" }).first();
  await card.scrollIntoViewIfNeeded();
  const picture = card.locator("img").first();
  await expect(picture).toHaveAttribute("src", /^\/cars\/images\/upload\//);
  await expect(picture).not.toHaveJSProperty("naturalWidth", 0);

  const cookies = await page.context().cookies(`${site}/api/login`);
  expect(Object.fromEntries(cookies.map(({ name, path }) => [name, path]))).toEqual({
    ev_session: "/cars/",
    ev_signed_in: "/cars/",
    ev_device: "/cars/api",
  });
  await page.goto(`${site}/admin`);
  await page.getByRole("button", { name: /Log ?out|Sign out/ }).click();
  await expect(page).toHaveURL(`${site}/auth`);
  expect((await page.context().cookies(site)).map(({ name }) => name)).toEqual([]);
  expect(requested.length).toBeGreaterThan(20);
});
