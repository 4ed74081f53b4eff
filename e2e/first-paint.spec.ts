import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { Page } from "@playwright/test";

import { scriptOf } from "./built-files.ts";
import { expect, test } from "./fixtures.ts";

/** Milliseconds since navigation: the first paint, and when files were requested. */
async function timesOf(page: Page) {
  return page.evaluate(() => {
    const requestOf = (kind: RegExp) =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => kind.test(name))
        .map(({ startTime }) => startTime);
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return {
      paint: paint?.startTime ?? NaN,
      scripts: Math.min(...requestOf(/\/assets\/[^/]+\.js$/)),
    };
  });
}

test("scripts wait for the first paint where they would delay it @desktop", async ({ page }) => {
  for (const path of ["/", "/compare", "/ev/13"]) {
    // A busy machine may deliver the document late.
    await expect(async () => {
      await page.goto(path);
      const { paint, scripts } = await timesOf(page);
      expect(scripts, path).toBeGreaterThan(paint);
    }).toPass();
  }
});

/** Passes a site on, but holds back the data at the end of one document. @param path of that document */
async function serveSlowDocument(origin: string, path: string) {
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  const pass = async ({ url = "/" }: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(origin + url);
    const body = Buffer.from(await answer.arrayBuffer());
    response.setHeader("content-type", answer.headers.get("content-type") ?? "");
    const data = url === path ? body.indexOf('<script id="page-data"') : 0;
    response.write(body.subarray(0, data));
    if (data > 0) await rest;
    response.end(body.subarray(data));
  };
  const server = createServer((request, response) => void pass(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    address: `http://127.0.0.1:${port}${path}`,
    sendRest,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("scripts ahead of the document's end wait for its data @desktop", async ({ page, site }) => {
  const line = await serveSlowDocument(site.origin, "/ai");
  const code = page.waitForResponse(scriptOf("src/pages/coming-soon/page.tsx"));
  await page.goto(line.address, { waitUntil: "commit" });
  await (await code).finished();
  // Scripts that have arrived run within the next frames.
  for (let frame = 0; frame < 2; frame++)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  line.sendRest();
  await page.getByRole("button", { name: /^Theme/ }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  line.close();
});

const REQUESTS: Readonly<Record<string, number>> = {
  "/": 25,
  "/ev/13": 20,
  "/compare?ev=2,3,4": 20,
  "/compare": 20,
};

test("a first visit without scrolling takes few requests", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  for (const [path, most] of Object.entries(REQUESTS)) {
    await page.evaluate(() => localStorage.clear()).catch(() => undefined);
    requested.length = 0;
    const live = page.waitForRequest("**/api/events");
    await page.goto(path, { waitUntil: "load" });
    await live;
    await page.waitForLoadState("networkidle");
    expect(requested.length, requested.join("\n")).toBeLessThanOrEqual(most);
  }
});

test("pictures below the first screen come with the first scroll", async ({ page }) => {
  const list = page.locator("#database").getByRole("region", { name: "Electric vehicles" });
  // A leader of the ranking may be the first car of the list, too.
  const picture = list.getByRole("article").nth(3).locator("img");
  const isLoaded = () =>
    picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.goto("/", { waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  expect(await isLoaded()).toBe(false);
  await page.evaluate(() => scrollBy(0, 1));
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(isLoaded).toBe(true);
  await page.setViewportSize({ width, height: 4 * height });
  await page.goto("/", { waitUntil: "load" });
  await expect.poll(isLoaded).toBe(true);
});
