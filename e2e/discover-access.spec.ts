import { brandOf, cardsOf, namesOf, openDiscover, readEntries } from "./discover.ts";
import { expect, test } from "./fixtures.ts";

test("24 vehicles have links, brands lead to their models @desktop", async ({ plain: page }) => {
  await test.step("the page shows 24 vehicles whose links work", async () => {
    await page.goto("/?page=1");
    await expect(cardsOf(page)).toHaveCount(24);
    await expect(cardsOf(page).last()).toBeVisible();
    const links = cardsOf(page).getByRole("heading").getByRole("link");
    const addresses = await links.evaluateAll((found) =>
      found.map((link) => link.getAttribute("href") ?? ""),
    );
    expect(new Set(addresses).size).toBe(24);
    for (const address of addresses) {
      expect((await page.request.get(address)).status(), address).toBe(200);
    }
    const name = await namesOf(page).first().innerText();
    await links.first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await page.getByRole("link", { name: "Back to Showcase" }).click();
    await expect(cardsOf(page)).toHaveCount(8);
  });
  await test.step("brands lead to their models", async () => {
    await brandOf(page, "Polestar").click();
    await expect(page).toHaveURL(/\?make=Polestar$/);
    await expect(namesOf(page)).toHaveText([/^Polestar/, /^Polestar/, /^Polestar/]);
  });
});

test("all models are reached, nothing is dead @desktop", async ({ plain: page, page: other }) => {
  const models = new Set((await readEntries(page)).map(({ ev }) => `${ev.make} ${ev.model}`));
  const pages = page.getByRole("navigation", { name: "Pages of the list" });
  const next = pages.getByRole("link", { name: "Next" });
  const seen = new Set<string>();
  await page.goto("/");
  await pages.getByRole("link", { name: "See the whole list" }).click();
  for (let part = 1; part <= 5; part++) {
    await expect(pages).toContainText(`Page ${part} of 5`);
    await expect(page).toHaveURL(`/?page=${part}#database`);
    for (const name of await namesOf(page).allInnerTexts()) seen.add(name);
    if (part < 5) await next.click();
  }
  await expect(next).toHaveCount(0);
  expect(seen).toEqual(models);

  await page.goto("/?minRange=300&page=2");
  await expect(namesOf(page).first()).toBeVisible();
  const before = pages.locator("a[rel=prev]");
  await expect(before).toHaveAttribute("href", "/?minRange=300#database");
  await before.click();
  await expect(pages.locator("a[rel=next]")).toHaveAttribute(
    "href",
    "/?minRange=300&page=2#database",
  );
  await page.goto("/?make=Tesla&page=9");
  await expect(namesOf(page).first()).toHaveText(/^Tesla/);
  await pages.getByRole("link", { name: "All models" }).click();
  await expect(cardsOf(page)).toHaveCount(8);

  const controls = page.locator(
    "button:visible:not([data-plain]), form:visible:not([data-plain]), input:visible:not([data-plain] *)",
  );
  for (const path of ["/", "/compare", "/auth", "/ev/13", "/none"]) {
    await page.goto(path);
    // Playwright does not find text inside a noscript element.
    await expect(page.locator(".script-notice")).toBeVisible();
    await expect(controls, path).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  }
  await page.goto("/");
  // No sentence asks for something that cannot be done without scripts.
  for (const words of [/Pick up to three/, /Set your range/, /Move the two thumbs/]) {
    await expect(page.getByText(words)).toBeHidden();
  }

  // With scripts the list is complete and none of these notices appear.
  await openDiscover(other, "/?page=2");
  const [first] = await readEntries(other);
  await expect(namesOf(other).first()).toHaveText(`${first?.ev.make} ${first?.ev.model}`);
  await expect(other.getByRole("navigation", { name: "Pages of the list" })).toHaveCount(0);
  await other.getByRole("button", { name: /^MAKE/ }).click();
  await expect(other).toHaveURL("/?sort=make");
});
