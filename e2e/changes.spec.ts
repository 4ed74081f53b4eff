import type { Page } from "@playwright/test";

import type { EvListEntry } from "../src/domain/vehicle.ts";
import { expect, expectAccessible, overflowOf, signIn, test, themeOf } from "./fixtures.ts";
import { readEntries } from "./discover.ts";

const NEW = {
  make: "Kia",
  model: "EV6 <&>",
  bodyType: "SUV",
  year: 2026,
  price: 44_900,
  range: 290,
};

/** Adds trims with these names to one model. @returns their entries in the public list */
async function addTrims(page: Page, ...trims: string[]): Promise<EvListEntry[]> {
  for (const trim of trims) {
    const answer = await page.request.post("/api/evs", { data: { ...NEW, trim } });
    expect(answer.status()).toBe(201);
  }
  const entries = await readEntries(page, "make=Kia");
  return trims.flatMap((trim) => entries.find((entry) => entry.trim.trim === trim) ?? []);
}

test("a page charts the history of a trim @desktop", async ({ page, plain }, { project }) => {
  await page.emulateMedia({ colorScheme: themeOf(project) });
  await signIn(page);
  const names = [`Wind ${project.name}`, `GT ${project.name}`] as const;
  const [wind, gt] = await addTrims(page, ...names);
  if (!wind || !gt) throw new Error("The trims are missing.");
  const change = (data: object) => page.request.put(`/api/evs/${wind.trim.rowId}`, { data });
  const address = ({ ev, trim }: EvListEntry) =>
    `/ev/${ev.id}?trim=${trim.index}&trimName=${encodeURIComponent(trim.trim)}`;

  const listening = page.waitForResponse("**/api/events");
  await page.goto(address(wind));
  await listening;
  const part = page.getByRole("region", { name: /over time$/ });
  await expect(part).toHaveCount(0);

  await test.step("as soon as there is something, without a reload", async () => {
    await change({ price: 42_900 });
    await expect(part.getByRole("heading")).toHaveText("Price over time");
    await expect(part.getByRole("img")).toHaveAccessibleName(
      /^Price: \$44,900 from \w{3} \d+, \d{4}, \$42,900 from \w{3} \d+, \d{4}$/,
    );
    await expect(part.getByRole("figure")).toContainText("$42,900down $2,000 since");
    await change({ price: 41_900, range: 305 });
    await expect(part.getByRole("heading")).toHaveText("Price and range over time");
    await expect(part.getByRole("img")).toHaveCount(2);
  });

  await test.step("the figures can be read in a table", async () => {
    await part.getByText("Price and range history").click();
    const rows = part.getByRole("row");
    await expect(rows).toHaveText([
      "FromPriceRange",
      /\$44,900290 miles$/,
      /\$42,900290 miles$/,
      /\$41,900305 miles$/,
    ]);
    await expectAccessible(page, "section:has(> details)");
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });

  await test.step("a trim that never changed has none", async () => {
    await page.getByRole("navigation", { name: "Trims" }).getByText(names[1]).click();
    await expect(part).toHaveCount(0);
    await page.getByRole("navigation", { name: "Trims" }).getByText(names[0]).click();
    await expect(part.getByRole("img")).toHaveCount(2);
  });

  await test.step("the document has it, for readers without JavaScript too", async () => {
    await plain.goto(address(wind));
    const shown = plain.getByRole("region", { name: "Price and range over time" });
    await expect(shown.getByRole("img")).toHaveCount(2);
    await shown.getByText("Price and range history").click();
    await expect(shown.getByRole("row")).toHaveCount(4);
    await plain.goto(address(gt));
    await expect(plain.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(shown).toHaveCount(0);
  });
});

test("the feed is well-formed, and every page leads to it @desktop", async ({ page }) => {
  await signIn(page);
  await addTrims(page, 'Odd " & <b>');
  for (const path of ["/", "/compare", "/ai"]) {
    await page.goto(path);
    const alternate = page.locator('head link[rel="alternate"][type="application/atom+xml"]');
    await expect(alternate).toHaveAttribute("href", "/changes.atom");
  }
  await page.getByRole("contentinfo").getByRole("link", { name: "Data and license" }).click();
  const feedLink = page
    .getByRole("main")
    .getByRole("link", { name: "Recent price changes (Atom)" });
  await expect(feedLink).toHaveAttribute("href", "/changes.atom");
  const feed = await page.evaluate(async () => {
    const text = await (await fetch("/changes.atom")).text();
    const xml = new DOMParser().parseFromString(text, "application/xml");
    const childrenOf = (element: Element) => Array.from(element.children, ({ tagName }) => tagName);
    const entries = [...xml.querySelectorAll("feed > entry")];
    return {
      errors: xml.querySelectorAll("parsererror").length,
      root: [xml.documentElement.tagName, xml.documentElement.namespaceURI],
      head: childrenOf(xml.documentElement).filter((name) => name !== "entry"),
      entries: entries.length,
      kinds: [...new Set(entries.map((entry) => childrenOf(entry).join()))],
      title: entries[0]?.querySelector("title")?.textContent,
      links: Array.from(entries[0]?.querySelectorAll("link") ?? [], (link) =>
        link.getAttribute("href"),
      ),
    };
  });
  expect(feed).toMatchObject({
    errors: 0,
    root: ["feed", "http://www.w3.org/2005/Atom"],
    head: ["id", "title", "subtitle", "updated", "author", "rights", "link", "link"],
    entries: 100,
    kinds: ["id,title,updated,category,link,content"],
    title: '2026 Kia EV6 <&> Odd " & <b> added',
  });
  await page.goto(feed.links[0] ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kia EV6 <&>");
});
