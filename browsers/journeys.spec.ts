import { writeFile } from "node:fs/promises";

import { test as base, expect } from "@playwright/test";

import { ADMINISTRATOR, type Site, startSite } from "../e2e/site.ts";
import type { EvListEntry, EvRow } from "../src/domain/vehicle.ts";
import { startFirefox } from "./firefox.ts";
import { findFirefox, findWebKit } from "./programs.ts";
import { KEYS, Visitor } from "./visitor.ts";
import { startWebKit } from "./webkit.ts";

/** The main journeys, in browsers whose packaged builds Playwright cannot drive. */

const SIZE = { width: 1440, height: 900 };

const test = base.extend<{ visitor: Visitor }, { site: Site; started: Visitor }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, provide) => {
      const site = await startSite();
      await provide(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  started: [
    async ({ site }, provide, { project }) => {
      const firefox = findFirefox();
      const webkit = findWebKit();
      const wire =
        project.name === "firefox" && firefox
          ? await startFirefox(firefox, SIZE)
          : webkit && (await startWebKit(webkit, SIZE));
      if (!wire) throw new Error(`There is no ${project.name} on this machine.`);
      await provide(new Visitor(wire, site.origin));
      await wire.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  visitor: async ({ started }, provide, testInfo) => {
    await started.forget();
    await provide(started);
    if (testInfo.status !== testInfo.expectedStatus) {
      const body = await started.screenshot();
      await testInfo.attach("screenshot", { body, contentType: "image/png" });
    }
    expect(await started.errors(), "nothing is thrown, printed as an error or forbidden").toEqual(
      [],
    );
  },
});

const TOAST = "[aria-label^=Notifications] li";

async function entriesOf(site: Site): Promise<EvListEntry[]> {
  // The shape is fixed by calls.md#errors and checked against openapi.json in the API tests.
  return (await (await fetch(`${site.origin}/api/evs`)).json()) as EvListEntry[];
}

async function signIn(visitor: Visitor): Promise<void> {
  await visitor.open("/admin");
  const grid = "[role=grid] tbody tr";
  await visitor.until("there is a form or a grid", async () => {
    return (await visitor.look(`input[type=password], ${grid}`)).count;
  });
  if ((await visitor.look(grid)).count) return;
  await visitor.typeInto({ role: "textbox", name: "Username" }, ADMINISTRATOR.username);
  await visitor.typeInto({ role: "textbox", name: "Password" }, ADMINISTRATOR.password);
  await visitor.press({ role: "button", name: "Login" });
  await visitor.see(grid);
}

test("home: a leader is voted for once, and the page keeps it", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.see({ role: "heading", name: "Rankings" });
  const upvote = { role: "button", name: /^Upvote / } as const;
  await visitor.press({ ...upvote, within: "#ranking-section" });
  await visitor.see(TOAST, "Successfully upvoted");
  await visitor.see({ role: "heading", within: "[aria-label='Top 5']" });
});

test("filters: a search and a slider stand in the address", async ({ visitor, site }) => {
  await visitor.open("/");
  const models = (entries: readonly EvListEntry[]) => new Set(entries.map(({ ev }) => ev.id)).size;
  const entries = await entriesOf(site);
  const kia = entries.filter(({ ev }) => ev.make === "Kia");
  const search = { role: "searchbox", name: /^Search make/, within: "#database" } as const;
  await visitor.typeInto(search, "kia");
  await visitor.see("#database", `${models(kia)} models, ${kia.length} trims`);
  await visitor.until("the address says it", () =>
    visitor.run(() => location.search.includes("kia")),
  );
  const slider = { role: "slider", name: /range/i, within: "#database" } as const;
  const before = (await visitor.look(slider)).value;
  await visitor.press(slider);
  await visitor.type(KEYS.ArrowRight.repeat(3));
  await visitor.until("the slider moved", async () => {
    return (await visitor.look(slider)).value !== before;
  });
  await visitor.until("the address says it too", () =>
    visitor.run(() => location.search.includes("minRange")),
  );
});

test("compare: two cars of the list stand side by side", async ({ visitor }) => {
  await visitor.open("/");
  const other = "#database article:not(:has([aria-label$=', chosen']))";
  const compare = { role: "button", name: /^Compare /, within: other } as const;
  await visitor.press(compare);
  await visitor.see("[aria-label='Your comparison']", "1 of 3");
  await visitor.press(compare);
  await visitor.see("[aria-label='Your comparison']", "2 of 3");
  await visitor.press({ role: "link", name: "Full comparison" });
  await visitor.see("main", "2 of 3 selected");
  await visitor.see("main table");
});

test("savings: what is typed counts at once", async ({ visitor }) => {
  await visitor.open("/");
  await visitor.see("#saving", "$6,727 ahead after 8 years");
  // The field may not be hydrated yet; hydration keeps what was typed.
  const miles = { role: "textbox", name: "Miles per year", within: "#saving" } as const;
  await visitor.typeInto(miles, "24,000");
  await visitor.see("#saving", "$17,054 ahead after 8 years");
});

test("chart: a budget and a mark, by mouse and by key", async ({ visitor }) => {
  const chart = "[aria-label='The whole market at a glance']";
  const stop = `${chart} svg a[tabindex='0']`;
  const price = { role: "slider", name: "Maximum price on the chart", within: chart } as const;
  const focusOn = (selector: string) =>
    visitor.run((found) => document.querySelector<HTMLElement>(found)?.focus(), selector);
  const focused = () => visitor.run(() => document.activeElement?.getAttribute("aria-label") ?? "");
  const saidPrice = () =>
    visitor.run(
      (found) => document.querySelector(found)?.getAttribute("aria-valuetext") ?? "",
      `${chart} [aria-label='Maximum price on the chart']`,
    );

  await visitor.open("/");
  await visitor.comeTo(chart);
  await visitor.see(stop);
  await visitor.dragDown(price, 22, 0.5);
  await visitor.until("the price follows the mouse", async () =>
    /^up to \$\d{2,3},000$/.test(await saidPrice()),
  );
  await visitor.see(`${chart} h3`, /^\$\d{2,3},000 buys up to \d+ miles in \d+ models$/);
  const dragged = await saidPrice();
  await focusOn(`${chart} [aria-label='Maximum price on the chart']`);
  await visitor.type(KEYS.PageDown);
  await visitor.until("the price follows the key", async () => (await saidPrice()) !== dragged);
  await visitor.until("the address says it", () =>
    visitor.run(() => location.search.includes("maxPrice=")),
  );
  await visitor.press({ role: "button", name: "Clear range and price", within: chart });
  await visitor.until("nothing is set", async () => (await saidPrice()) === "not set");
  // Keyboard focus is limited to matching marks, which update slightly after the filters.
  await visitor.see(chart, "287 of 292 trims");

  await focusOn(stop);
  await visitor.type(KEYS.End);
  await visitor.until("the last mark is reached", async () => (await focused()).includes("512 mi"));
  await visitor.type(KEYS.ArrowLeft);
  await visitor.until("the one before is", async () => (await focused()).includes("493 miles"));
  await visitor.type(KEYS.Enter);
  await visitor.see("#reviews");
  await visitor.run(() => history.back());
  await visitor.comeTo(chart);
  await visitor.press({ role: "link", name: /512 miles/, within: chart });
  await visitor.see("h1", "Air");
});

test("detail: a review is written, sent and shown", async ({ visitor, site }) => {
  const car = (await entriesOf(site))[0]?.ev;
  await visitor.open(`/ev/${car?.id}`);
  await visitor.see("h1", car?.model);
  const form = "#reviews form";
  // Any action by the visitor stops the page from scrolling to the top (one-car.md#scroll-to-the-top).
  await visitor.type(KEYS.PageDown);
  await visitor.press({ role: "button", name: "Write a review", within: "#reviews" });
  await visitor.see(`${form} button:enabled`, "Submit review");
  await visitor.typeInto({ role: "textbox", name: "Name", within: form }, "Ada");
  await visitor.press({ role: "radio", name: "4 stars", within: form });
  await visitor.typeInto({ role: "textbox", name: "Comment", within: form }, "Quiet, and quick.");
  await visitor.press({ role: "button", name: "Submit review", within: form });
  await visitor.see(TOAST, "Your review has been submitted successfully!");
  await visitor.see("#reviews li", "Quiet, and quick.");
  // Go to the next page and back without a document load.
  await visitor.press({ role: "link", name: /^Back to/ });
  await visitor.see({ role: "heading", name: "Rankings" });
  await visitor.run(() => history.back());
  await visitor.see("h1", car?.model);
});

test("dashboard: a cell edited in place, kept, and undone by keys", async ({ visitor, site }) => {
  await signIn(visitor);
  const first = (await entriesOf(site)).find(({ trim }) => trim.price)?.ev;
  await visitor.open(`/admin?search=${encodeURIComponent(first?.model ?? "")}`);
  const row = "[role=grid] tbody tr:first-of-type";
  const price = { role: "cell", name: /^\$[\d,]+$/, within: row } as const;
  await visitor.see(price);
  const was = (await visitor.look(price)).text;
  await visitor.press(price);
  await visitor.until("the cell takes keys", () =>
    visitor.run(() => document.activeElement instanceof HTMLInputElement),
  );
  await visitor.type("a", KEYS.Control);
  await visitor.type(`41500${KEYS.Enter}`);
  await visitor.see(price, "$41,500");
  await visitor.open(`/admin?search=${encodeURIComponent(first?.model ?? "")}`);
  await visitor.see(price, "$41,500");
  expect(was).not.toBe("$41,500");
  // The keyboard continues in the table.
  await visitor.press(price);
  await visitor.type("a", KEYS.Control);
  await visitor.type(`42500${KEYS.Enter}`);
  await visitor.see(price, "$42,500");
  await visitor.type("z", KEYS.Control);
  await visitor.see(price, "$41,500");
});

test("import: a file is chosen, checked and stored, its bad row left out", async ({
  visitor,
  site,
}, testInfo) => {
  await signIn(visitor);
  const path = testInfo.outputPath("cars.csv");
  const rows = ["Kia,Imported,S,2025,SUV,40000", "Kia,Imported,M,2025,SUV,cheap"];
  await writeFile(path, ["make,model,trim,year,bodyType,price", ...rows, ""].join("\n"));
  await visitor.press({ role: "button", name: "Import CSV" });
  const dialog = "[role=dialog], dialog";
  await visitor.see(dialog, "Upload EVs from CSV");
  await visitor.choose("input[type=file]", path);
  await visitor.see(dialog, "cars.csv");
  await visitor.press({ role: "button", name: "Check file" });
  await visitor.see(dialog, "Price must be a number");
  await visitor.press({ role: "button", name: /^Import 1 EV/ });
  await visitor.see(dialog, "Added 1 new EV");
  await visitor.press({ role: "button", name: "Done" });
  await visitor.gone({ role: "button", name: "Done" });
  const stored = (await entriesOf(site)).filter(({ ev }) => ev.model === "Imported");
  expect(stored.map(({ trim }): EvRow["price"] => trim.price)).toEqual([40_000]);
});
