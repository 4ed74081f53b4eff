import { gridOf, toastOf } from "./dashboard.ts";
import { boxOf, expect, expectAccessible, expectOnTop, hold, test } from "./fixtures.ts";
import { cellOf, editCell, editorOf, expectStored, openModel } from "./grid.ts";

test("a cell is opened by a click, saved, and reverted @desktop @main", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const price = await cellOf(page, header, "Price");
  await expect(price).toHaveText("$40,000");
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(`/api/evs/${header.id}`)) {
      const ifMatch = request.headers()["if-match"] ?? "";
      calls.push(`${request.method()} ${new URL(request.url()).pathname} ${ifMatch}`);
    }
  });

  // Escape and Cancel revert the value; Save stores it.
  await price.click();
  await expect(editorOf(page)).toHaveAccessibleName(/^Price of 2025 Zeta/);
  await page.keyboard.type("1");
  await page.keyboard.press("Escape");
  await expect(price).toHaveText("$40,000");
  await expect(price).toBeFocused();
  await price.click();
  await editorOf(page).fill("2");
  await price.getByRole("button", { name: "Cancel" }).click();
  await expect(price).toHaveText("$40,000");
  expect(calls).toEqual([]);
  await price.click();
  await editorOf(page).fill("$41,500");
  await price.getByRole("button", { name: "Save", exact: true }).click();
  await expect(price).toHaveText("$41,500");
  await expect(price.getByLabel("Saved")).toBeVisible();
  await expect(toastOf(page)).toContainText("EV updated successfully");

  // Text that is not a number stays in the cell with the schema's message; Enter moves down.
  await editCell(price, "42x");
  await expect(price.getByRole("alert")).toHaveText("Price must be a number");
  await expect(editorOf(page)).toHaveValue("42x");
  await editorOf(page).fill("42000.4");
  await page.keyboard.press("Enter");
  await expect(price).toHaveText("$42,000");
  await expect(await cellOf(page, trim, "Price")).toBeFocused();
  await expectStored(page, header, { price: 42_000.4 });
  await expect
    .poll(() => calls)
    .toEqual([
      `PUT /api/evs/${header.id} "${header.version}"`,
      `GET /api/evs/${header.id}/direct `,
      `PUT /api/evs/${header.id} "${header.version + 1}"`,
      `GET /api/evs/${header.id}/direct `,
    ]);

  // An empty 0-60 time is null; a new one is sent as text.
  const seconds = await cellOf(page, header, "0-60 (sec)");
  await expect(seconds).toHaveText("4.8");
  await seconds.click();
  await editorOf(page).fill("");
  await page.keyboard.press("Enter");
  await expect(seconds).toHaveText("N/A");
  await expectStored(page, header, { zeroToSixty: null });
  await seconds.click();
  await page.keyboard.type("3.17");
  const put = page.waitForRequest((request) => request.method() === "PUT");
  await page.keyboard.press("Enter");
  expect((await put).postDataJSON()).toMatchObject({ zeroToSixty: "3.17", price: 42_000.4 });
  await expect(seconds).toHaveText("3.2");

  // Only the header row can rename the model.
  const ownMake = await cellOf(page, trim, "Make");
  await expect(ownMake).toHaveAttribute("aria-readonly", "true");
  await ownMake.click();
  await expect(editorOf(page)).toHaveCount(0);
  await editCell(await cellOf(page, header, "Make"), "Eta");
  await expect(ownMake).toHaveText("Eta");
});

test("flags are saved when toggled, choices when made @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const flag = (await cellOf(page, trim, "Tax Credit")).getByRole("checkbox");
  await expect(flag).toHaveAttribute("aria-checked", "mixed");
  await flag.click();
  await expect(flag).toBeChecked();
  await expectStored(page, trim, { taxCreditEligible: true });
  await flag.press("Space");
  await expect(flag).not.toBeChecked();
  await expectStored(page, trim, { taxCreditEligible: false });
  // Delete makes the value unknown again, and undo reverts that.
  await flag.press("Delete");
  await expect(flag).toHaveAttribute("aria-checked", "mixed");
  await expectStored(page, trim, { taxCreditEligible: null });
  await flag.press("Control+z");
  await expect(flag).not.toBeChecked();

  const body = await cellOf(page, header, "Body Type");
  // One press of Escape closes the options and reverts the cell.
  await body.click();
  await expect(body.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(body.getByRole("combobox")).toHaveCount(0);
  await body.click();
  await body.getByRole("combobox").selectOption("SUV");
  await expect(body).toHaveText("SUV");
  await expectStored(page, header, { bodyType: "SUV" });
  // What is typed begins an option, which Enter saves.
  const drive = await cellOf(page, header, "Drive Type");
  await drive.focus();
  await page.keyboard.press("a");
  await expect(drive.getByRole("combobox")).toHaveValue("a");
  await page.keyboard.press("Escape");
  await expect(drive).toHaveText("N/A");
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  await expect(drive).toHaveText("FWD");
  await expectStored(page, header, { driveType: "FWD" });
  const year = await cellOf(page, header, "Year");
  await editCell(year, "2027");
  await expect(year).toHaveText("2027");
  await expectStored(page, header, { year: 2027 });
});

test("seats and cargo reload the page, which comes back as it was @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const address = page.url();
  const seats = await cellOf(page, trim, "Seating");
  const loaded = () => page.waitForEvent("load");
  await page.clock.install();
  await seats.click();
  let again = loaded();
  const call = page.waitForRequest(`**/api/evs/${trim.id}/update-seating`);
  await seats.getByRole("combobox").selectOption("7");
  expect((await call).postDataJSON()).toEqual({ value: 7 });
  await expect(toastOf(page)).toContainText("Field updated");
  await expect(seats).toHaveText("7");
  // The page does not change while a cell is open; otherwise keystrokes in between would be lost.
  const speed = await cellOf(page, trim, "Charging Speed");
  await speed.click();
  await page.keyboard.type("25");
  await page.clock.runFor(3000);
  await page.keyboard.type("0");
  await expect(editorOf(page)).toHaveValue("250");
  const left = await gridOf(page).evaluate((grid) => grid.parentElement?.scrollLeft);
  expect(left).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  await again;
  await expect(speed).toBeFocused();
  expect(page.url()).toBe(address);
  expect(await gridOf(page).evaluate((grid) => grid.parentElement?.scrollLeft)).toBe(left);

  // The cell that was focused before gets the focus back.
  const cargo = await cellOf(page, header, "Cargo Space");
  await expect(cargo).toHaveText("24.00");
  again = loaded();
  await cargo.focus();
  await page.keyboard.type("28.75");
  await page.keyboard.press("Enter");
  await expect(toastOf(page)).toContainText("Field updated");
  await again;
  await expect(await cellOf(page, trim, "Cargo Space")).toBeFocused();
  await expect(cargo).toHaveText("28.75");
  await expectStored(page, header, { cargoSpace: 28.75 });
  await expectStored(page, trim, { seatingCapacity: 7 });
});

test("keys typed right after a press are part of the edit @desktop", async ({ page }) => {
  const [header, trim] = await openModel(page);
  const [price, below] = [await cellOf(page, header, "Price"), await cellOf(page, trim, "Price")];
  const box = await price.boundingBox();
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 20 });
  const at = { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 10, button: "left" } as const;
  const press = ["mousePressed", "mouseReleased"] as const;
  const keys = Array.from("43210", (text) => ({ key: text, text }));
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
  // Sent without waiting, so that they queue up before the page has handled the first.
  await Promise.all([
    ...press.map((type) =>
      browser.send("Input.dispatchMouseEvent", { type, clickCount: 1, ...at }),
    ),
    ...[...keys, enter, ...keys.toReversed(), enter].flatMap((key) =>
      (["keyDown", "keyUp"] as const).map((type) =>
        browser.send(
          "Input.dispatchKeyEvent",
          type === "keyUp" ? { type, key: key.key } : { type, ...key },
        ),
      ),
    ),
  ]);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect(price).toHaveText("$43,210");
  await expect(below).toHaveText("$1,234");
  await expectStored(page, trim, { price: 1234 });
});

test("an open cell stays open, and figures fall back @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^(Failed to load resource|The figure could not be saved)/);
  await page.route("/api/starter-facts", (route) => route.fulfill({ status: 500 }));
  const [header] = await openModel(page);
  const [price, range] = [await cellOf(page, header, "Price"), await cellOf(page, header, "Range")];
  await page.unroute("/api/starter-facts");
  const releaseOffer = await hold(page, "/api/starter-facts");
  await price.focus();
  await page.keyboard.type("41000");
  const factsRequest = page.waitForRequest("/api/starter-facts");
  await page.keyboard.press("Tab");
  await page.keyboard.type("31");
  await factsRequest;
  await page.keyboard.type("5");
  await expect(editorOf(page)).toHaveValue("315");
  releaseOffer();
  await page.keyboard.press("Enter");
  await expect(range).toHaveText("315");
  await test.step("battery and charging power fall back to the whole row", async () => {
    const battery = await cellOf(page, header, "Battery");
    const call = page.waitForRequest("**/fix-numeric-fields");
    await editCell(battery, "77");
    expect((await call).postDataJSON()).toEqual({ batteryCapacity: 77 });
    await expect(battery).toHaveText("77.00");
    await expectStored(page, header, { batteryCapacity: 77 });

    await page.route("**/fix-numeric-fields", (route) =>
      route.fulfill({ status: 500, json: { error: "Not today" } }),
    );
    const power = await cellOf(page, header, "Charging Speed");
    const put = page.waitForRequest((request) => request.method() === "PUT");
    await editCell(power, "190.5");
    expect((await put).postDataJSON()).toMatchObject({ maxChargingSpeed: 190.5 });
    await expect(power).toHaveText("190.50");
    await expectStored(page, header, { maxChargingSpeed: 190.5 });
  });
});

test("a cell reverts and offers what was typed again @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^(Failed to load resource|The figure could not be saved)/);
  const [header, trim] = await openModel(page);
  const price = await cellOf(page, header, "Price");
  const put = `**/api/evs/${header.id}?*`;
  await page.route(put, (route) =>
    route.fulfill({ status: 400, json: { error: "The server said no" } }),
  );
  await editCell(price, "47000");
  await expect(toastOf(page)).toContainText("Error");
  await expect(toastOf(page)).toContainText("The server said no");
  await expect(price).toContainText("$40,000");
  const retry = price.getByRole("button", { name: "Try again: $47,000" });
  await expect(retry).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page);
  }
  await page.unroute(put);
  await retry.click();
  await expect(price).toHaveText("$47,000");
  await expect(editorOf(page)).toHaveCount(0);

  // A value that cannot be saved when the focus leaves is offered again; Escape dismisses it.
  const range = await cellOf(page, trim, "Range");
  await range.click();
  await page.keyboard.type("far");
  await price.click();
  await page.keyboard.press("Escape");
  await expect(range.getByRole("button", { name: "Try again: far" })).toBeVisible();
  await range.focus();
  await page.keyboard.press("Escape");
  await expect(range).toHaveText("300");

  await page.route("**/update-seating", (route) => route.fulfill({ status: 500, body: "" }));
  const seats = await cellOf(page, header, "Seating");
  await seats.click();
  await seats.getByRole("combobox").selectOption("N/A");
  await expect(toastOf(page)).toContainText("Update failed");
  await expect(toastOf(page)).toContainText("Unknown error occurred");
  await expect(seats.getByRole("button", { name: "Try again: empty" })).toBeVisible();
});

test("a cell is edited in a bar at the top of a phone @phone", async ({ page }) => {
  const [header] = await openModel(page);
  const price = await cellOf(page, header, "Price");
  await price.scrollIntoViewIfNeeded();
  await price.tap();
  const editor = editorOf(page);
  await expect(editor).toBeFocused();
  const box = await boxOf(editor);
  expect(box.y).toBeLessThan(120);
  expect(box.height).toBeGreaterThanOrEqual(44);
  for (const name of ["Save", "Cancel"]) {
    const button = await boxOf(gridOf(page).getByRole("button", { name, exact: true }));
    expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(44);
    expect(button.right).toBeLessThanOrEqual(375);
  }
  await expectAccessible(page);
  await editor.fill("38900");
  await gridOf(page).getByRole("button", { name: "Save", exact: true }).tap();
  await expect(price).toHaveText("$38,900");
  await expectStored(page, header, { price: 38_900 });
});

test("a notification covers no button and leaves Escape to the cell", async ({ page }) => {
  const [header] = await openModel(page);
  const price = await cellOf(page, header, "Price");
  const next = page.getByRole("button", { name: "Next" });
  // Pagination is at the very bottom of the window, where notifications normally appear.
  const height = Math.ceil((await boxOf(next)).bottom) + 30;
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
  await editCell(price, "41000");
  // Hovering pauses its timer.
  await toastOf(page).hover();
  await expect(toastOf(page)).toContainText("EV updated successfully");
  for (const button of [next, page.getByRole("button", { name: "Previous" })]) {
    await expectOnTop(button);
  }
  await price.press("Enter");
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(editorOf(page)).toHaveCount(0);
  await expect(toastOf(page), "Undo is still offered").toBeVisible();
});
