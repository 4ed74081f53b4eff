import type { Route } from "@playwright/test";

import { readRows, signInByForm } from "./dashboard.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { HEADER, openImport } from "./import-dialog.ts";

/** What the browser itself prints about a call that was refused or could not be made. */
const REFUSED_LINE =
  /^Failed to load resource: (the server responded with a status of 4(?:01|22)|net::ERR_)/;

test.beforeEach(({ allowConsole }) => allowConsole(REFUSED_LINE));

test("nothing is added, and the choices are kept @desktop", async ({ page }) => {
  const { dialog, upload, toast, count, choose, check } = await openImport(page);
  await test.step("or is cancelled, nothing is added", async () => {
    await choose("slow.csv", [HEADER, "Kia,Import 4,A,2025,SUV,1"]);
    // Never answered during the test, so only Cancel ends it.
    await page.route("**/api/evs/upload?**", () => undefined);
    await upload.click();
    await expect(dialog.getByRole("progressbar", { name: "Upload" })).toBeVisible();
    await expectAccessible(page);
    const ended = () => page.waitForEvent("requestfailed", (call) => call.url().includes("upload"));
    const cancelled = ended();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await cancelled;
    await expect(upload).toBeEnabled();
    await expect(dialog.getByText("slow.csv")).toBeVisible();

    await upload.click();
    await expect(dialog.getByRole("progressbar", { name: "Upload" })).toBeVisible();
    const left = ended();
    await page.keyboard.press("Escape");
    await left;
    await expect(dialog).toBeHidden();
    await page.unroute("**/api/evs/upload?**");
  });
  await test.step("the reason is shown and the choices are kept", async () => {
    await page.getByRole("button", { name: "Import CSV" }).click();
    await check("broken.csv", [HEADER, 'Kia,"Import 3,A,2025,SUV,1']);
    await expect(dialog).toContainText("Nothing was added: row 1 cannot be read as CSV.");
    await expect(dialog).toContainText("A quotation mark is opened here and never closed");
    await dialog.getByRole("button", { name: "Choose another file" }).click();

    await check("mapped.csv", [HEADER.replace("trim", "Variant"), "Kia,Import 3,A,2025,SUV,1"]);
    await expect(dialog.getByLabel("Variant", { exact: true })).toHaveValue("trim");
    await page.route("**/api/evs/upload?**", (route) => route.abort());
    await upload.click();
    await expect(toast).toContainText("Error");
    await expect(toast).toContainText("Failed to upload CSV");
    await expect(dialog.getByText("Failed to upload CSV")).toBeVisible();
    await expect(dialog.getByLabel("Variant", { exact: true })).toHaveValue("trim");
    await page.unroute("**/api/evs/upload?**");
    await upload.click();
    await expect(count("New")).toHaveText("1");
    await expect(toast).toHaveCount(0);
  });
});

test("an answer that is lost or not waited for leaves no doubt @desktop", async ({ page }) => {
  const { dialog, count, toast, check } = await openImport(page);
  await test.step("an import whose answer is lost is requested again and stored once", async () => {
    await check("lost.csv", [HEADER, "Kia,Import 9,A,2025,SUV,1"]);
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route("**/api/evs/upload?**", loseAnswer, { times: 1 });
    const add = dialog.getByRole("button", { name: "Import 1 EV" });
    await add.click();
    await expect(toast).toContainText("Failed to upload CSV");
    await add.click();
    await expect(dialog.getByRole("status")).toContainText("Added 1 new EVs");
    await dialog.getByRole("button", { name: "Undo this import" }).click();
    await expect(dialog.getByRole("status")).toContainText("1 EV removed");
    await dialog.getByRole("button", { name: "Done" }).click();
  });
  await test.step("a Stop says where to look, and another press adds nothing twice", async () => {
    await page.getByRole("button", { name: "Import CSV" }).click();
    await check("stop.csv", [HEADER, "Kia,Import 8,A,2025,SUV,1"]);
    const add = dialog.getByRole("button", { name: "Import 1 EV" });
    const stop = dialog.getByRole("button", { name: "Stop" });
    await expect(add).toBeVisible();
    await page.route("**/api/evs/upload?**", () => undefined, { times: 1 });
    await add.click();
    await stop.click();
    const told = page.getByText("If it had already finished, the activity lists it.").first();
    await expect(told).toBeVisible();
    await expect(count("New")).toHaveText("1");
    await expectAccessible(page);

    // The import succeeds, but its answer never arrives.
    const arrived = Promise.withResolvers<void>();
    const keepAnswer = (route: Route) => route.fetch().then(() => arrived.resolve());
    await page.route("**/api/evs/upload?**", keepAnswer, { times: 1 });
    await add.click();
    await arrived.promise;
    await stop.click();
    await add.click();
    await expect(dialog.getByText("Added 1 new EVs")).toBeVisible();
  });
});

test("a lost session or a reload keeps the settings for the file @desktop", async ({ page }) => {
  const { dialog, upload, count, check } = await openImport(page);
  const lines = [HEADER.replace("price", "PriceEuro"), "Kia,Import 9,A,2025,SUV,1000"];
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  const rate = dialog.getByLabel(/US dollars$/);
  await check("kept.csv", lines);
  await rate.fill("1.5");
  // The columns call of what was typed must not meet the ended session first.
  await expect(dialog.getByText("1000 → $1,500")).toBeVisible();
  await page.context().clearCookies();
  await upload.click();
  await expect(ended).toBeVisible();
  await signInByForm(page);
  await expect(ended).toBeHidden();
  await expect(count("New")).toHaveText("1");

  await test.step("also when the sign-in is left for the screen of its own", async () => {
    // What is read again after signing in must not meet the ended session first.
    await page.waitForLoadState("networkidle");
    await page.context().clearCookies();
    await dialog.getByRole("button", { name: "Import 1 EV" }).click();
    await ended.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(/\/auth/);
    await signInByForm(page);
    await expect(dialog.getByText("kept.csv")).toBeVisible();
    await upload.click();
    await expect(count("New")).toHaveText("1");
  });

  await test.step("after a reload the file has to be chosen again, and that is said", async () => {
    await page.reload();
    await expect(dialog).toContainText("Your settings for kept.csv are saved.");
    await expectAccessible(page);
    await check("kept.csv", lines);
    await dialog.getByRole("button", { name: "Import 1 EV" }).click();
    await expect(dialog.getByRole("status")).toContainText("Added 1 new EVs");
    const { evs } = await readRows(page.request, "Import 9");
    expect(evs).toMatchObject([{ price: 1500 }]);
  });
});
