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

test("scripts that come before the document's end wait for its data @desktop", async ({
  page,
  site,
}) => {
  const rest = Promise.withResolvers<void>();
  const pass = async ({ url = "/" }: IncomingMessage, answer: ServerResponse) => {
    const { headers, body } = await fetch(site.origin + url);
    answer.setHeader("content-type", headers.get("content-type") ?? "");
    const text = Buffer.from(await new Response(body).arrayBuffer());
    const data = url === "/ai" ? text.indexOf('<script id="page-data"') : 0;
    answer.write(text.subarray(0, data));
    if (data > 0) await rest.promise;
    answer.end(text.subarray(data));
  };
  const line = createServer((requestOf, answer) => void pass(requestOf, answer)).listen(
    0,
    "127.0.0.1",
  );
  await once(line, "listening");
  // A server that listens on a port has an address of this type.
  const { port } = line.address() as AddressInfo;
  const code = page.waitForResponse(scriptOf("src/pages/coming-soon/page.tsx"));
  await page.goto(`http://127.0.0.1:${port}/ai`, { waitUntil: "commit" });
  await (await code).finished();
  // Scripts that have arrived run within the next frames.
  for (let frame = 0; frame < 2; frame++)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  rest.resolve();
  await page.getByRole("button", { name: /^Theme/ }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  line.closeAllConnections();
  line.close();
});
