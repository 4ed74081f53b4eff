import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, expectAccessible, overflowOf, test, themeOf } from "./fixtures.ts";

/** A site of its own, with an empty page that may load from anywhere. */
async function openOtherSite() {
  const server = createServer((_request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end("<!doctype html><title>Another site</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}

// The browser says what was refused: the list with a bad limit, and the votes.
test("a page of another origin only reads @desktop", async ({ page, site, allowConsole }) => {
  allowConsole(/status of 400|blocked by CORS policy|ERR_FAILED|ERR_BLOCKED_BY_RESPONSE/);
  const other = await openOtherSite();
  try {
    await page.goto(other.origin, { waitUntil: "load" });
    const read = await page.evaluate(async (origin) => {
      const list = await fetch(`${origin}/api/evs?limit=2`, {
        headers: { "if-none-match": '"none"' },
      });
      const refused = await fetch(`${origin}/api/evs?limit=none`);
      const event = await new Promise((resolve) => {
        const events = new EventSource(`${origin}/api/events`);
        events.addEventListener("all", ({ data }: MessageEvent) => {
          events.close();
          resolve(JSON.parse(String(data)));
        });
      });
      const picture = new Image();
      picture.src = `${origin}/images/cars/kia/ev6.webp`;
      await picture.decode();
      return {
        models: ((await list.json()) as unknown[]).length > 0,
        total: Number(list.headers.get("x-total-count")),
        link: list.headers.get("link"),
        refusal: ((await refused.json()) as { error: string }).error,
        event,
        picture: picture.naturalWidth,
      };
    }, site.origin);
    expect(read).toEqual({
      models: true,
      total: expect.any(Number),
      link: expect.stringContaining('rel="next"'),
      refusal: expect.stringContaining("limit must be"),
      event: expect.objectContaining({ version: expect.any(Number) }),
      picture: 800,
    });

    const vote = async (mode: RequestMode, type: string) =>
      page.evaluate(
        async ({ url, request }) => {
          try {
            return (await fetch(url, request)).status;
          } catch {
            return "refused";
          }
        },
        {
          url: `${site.origin}/api/evs/1/votes`,
          request: {
            mode,
            method: "POST",
            headers: { "content-type": type },
            body: '{"isUpvote":true}',
          },
        },
      );
    expect(await vote("cors", "application/json")).toBe("refused");
    expect(await vote("no-cors", "text/plain")).toBe("refused");
    const votes = await page.request.get(`${site.origin}/api/evs/1/votes`);
    expect(await votes.json()).toMatchObject({ total: 0 });
  } finally {
    other.close();
  }
});

test("the page has license, credits, files and fields", async ({ page }, { project }) => {
  await page.emulateMedia({ colorScheme: themeOf(project), reducedMotion: "reduce" });
  await page.goto("/ai");
  await page.getByRole("contentinfo").getByRole("link", { name: "Data and license" }).click();
  await expect(page).toHaveURL("/data");
  await expect(page.getByRole("heading", { level: 1, name: "Data and license" })).toBeVisible();
  await expect(page.getByRole("link", { name: "CC BY 4.0" })).toHaveAttribute("rel", "license");
  const row = page.getByRole("row").filter({ hasText: "cargoSpace" });
  await expect(row).toContainText("Calls: cargoCapacity");
  await expect(row).toContainText("cubic feet");
  await expectAccessible(page);
  expect(await overflowOf(page), "nothing is wider than the screen").toBe(0);
});

test("without JavaScript the page describes the data set @desktop", async ({ plain: page }) => {
  await page.goto("/data");
  await expect(page.getByRole("row").filter({ hasText: "cargoSpace" })).toBeVisible();
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const dataset = JSON.parse(text ?? "") as { distribution: { contentUrl: string }[] };
  expect(dataset).toMatchObject({
    "@type": "Dataset",
    license: "https://creativecommons.org/licenses/by/4.0/",
    creditText: expect.stringContaining("open-ev-data"),
  });
  for (const { contentUrl } of dataset.distribution) {
    expect([contentUrl, (await page.request.get(contentUrl)).status()]).toEqual([contentUrl, 200]);
  }
});
