import type { Locator } from "@playwright/test";

import {
  addRow,
  dialogOf,
  fieldOf,
  footerOf,
  openDashboard,
  openEdit,
  readRows,
  REFUSED_LINE,
  rowOf,
  rowsWith,
  signInByForm,
  toastOf,
} from "./dashboard.ts";
import { expect, expectAccessible, press, signIn, test } from "./fixtures.ts";
import { expectStored } from "./grid.ts";

/** Every field that takes text or a number, by its label (vehicles.md#row-fields). */
const FIGURES = [
  ["Price ($)", "Price must be positive"],
  ["Range (mi)", "Range must be positive"],
  ["Charging Speed (min, 10–80%)", "Charging speed must be positive"],
  ["Max Charging Speed (kW)", "Max charging speed must be positive"],
  ["Battery Capacity (kWh)", "Battery capacity must be positive"],
  ["Acceleration (0-60 mph)", "Acceleration must be positive"],
  ["0-60 Time (seconds)", "0-60 time must be positive"],
  ["Top Speed (mph)", "Top speed must be positive"],
  ["Cargo Space (cu ft)", "Cargo space must be positive"],
] as const;

test("shows each error at its field and focuses the first one @desktop", async ({ page }) => {
  await openDashboard(page);
  await page.getByRole("button", { name: "Add New EV" }).click();
  const dialog = dialogOf(page, "Add New EV");
  await expect(fieldOf(page, "Year")).toHaveValue(String(new Date().getFullYear()));
  await expect(fieldOf(page, "Body Type")).toHaveValue("Sedan");
  await expect(fieldOf(page, "Tax Credit Eligible")).toHaveValue("false");
  await expect(fieldOf(page, "Seating Capacity")).toHaveAttribute("min", "2");
  // WebKit cannot lay out a legend in a grid or next to the fields of its group, so it floats.
  const group = dialog.getByRole("group", { name: "Price and range" });
  await expect(group.locator("legend")).toHaveCSS("float", "none");
  await expect(group).toHaveCSS("border-top-width", "0px");

  for (const [label] of FIGURES) await fieldOf(page, label).fill("-1");
  await fieldOf(page, "Seating Capacity").fill("10");
  await fieldOf(page, "Image URL").fill("http://pictures.example/a.jpg");
  await fieldOf(page, "Year").fill("2019");
  const add = dialog.getByRole("button", { name: "Add EV" });
  await add.click();
  await expect(fieldOf(page, "Make")).toBeFocused();
  const expected = [
    ["Make", "Make is required"],
    ["Model", "Model is required"],
    ["Trim", "Trim is required"],
    ["Year", "Year must be 2020 or later"],
    ["Seating Capacity", "Maximum 9 seats"],
    ["Image URL", "Image must be a valid URL"],
    ...FIGURES,
  ] as const;
  for (const [label, message] of expected) {
    await expect(fieldOf(page, label), label).toHaveAccessibleDescription(message);
    await expect(fieldOf(page, label), label).toHaveAttribute("aria-invalid", "true");
  }
  await expect(dialog).toContainText("15 fields need your attention.");
  await expectAccessible(page);

  await fieldOf(page, "Price ($)").fill("1");
  await expect(dialog.getByText("Price must be positive")).toHaveCount(0);
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
  // The field is focused slightly before its listeners are attached.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await fieldOf(page, "Year").fill("2031");
  await expect(dialog.getByText("Year must be 2030 or earlier")).toBeVisible();

  // The browser reports an empty value when the text is not a number.
  await fieldOf(page, "Range (mi)").fill("");
  await fieldOf(page, "Range (mi)").press("e");
  await add.click();
  await expect(fieldOf(page, "Range (mi)")).toHaveAccessibleDescription("Range must be a number");
});

test("adds a row with every field and shows where it stands @main", async ({ page }) => {
  await openDashboard(page, "?search=nissan");
  await page.getByRole("button", { name: "Add New EV" }).click();
  const dialog = dialogOf(page, "Add New EV");
  const texts = {
    Make: "Zagato",
    Model: "Every <b>Field</b>",
    Trim: "Everything",
    "Consumption (kWh/100 mi)": "28.06",
    "Length (in)": "184.8",
    "Towing (lb)": "2700",
    "Battery warranty": "8 yr / 100,000 mi",
    Sources: "EPA 2026;\nZeta press kit",
    "Checked on": "2026-11-23",
  };
  for (const [label, text] of Object.entries(texts)) await fieldOf(page, label).fill(text);
  await fieldOf(page, "Year").fill("2027");
  for (const [at, [label]] of FIGURES.entries()) await fieldOf(page, label).fill(`${at + 10}.5`);
  await fieldOf(page, "Seating Capacity").fill("9");
  await fieldOf(page, "Body Type").selectOption("Sports Car");
  await fieldOf(page, "Drive Type").selectOption("AWD");
  await fieldOf(page, "Tax Credit Eligible").selectOption("Yes");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await dialog.getByRole("button", { name: "Add EV" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ zeroToSixty: "16.5", price: 10.5 });

  await expect(dialog).toBeHidden();
  await expect(toastOf(page)).toContainText("EV added successfully");
  await expect(rowOf(page, "Everything")).toBeInViewport();
  await expect(page).toHaveURL(/\/admin\?page=\d+$/);
  await expect(footerOf(page)).toContainText("Showing");
  const { evs } = await readRows(page.request, "Everything");
  expect(evs).toEqual([
    expect.objectContaining({
      make: "Zagato",
      model: "Every <b>Field</b>",
      year: 2027,
      price: 10.5,
      range: 11.5,
      charging: 12.5,
      maxChargingSpeed: 13.5,
      batteryCapacity: 14.5,
      acceleration: 15.5,
      zeroToSixty: 16.5,
      topSpeed: 17.5,
      cargoSpace: 18.5,
      seatingCapacity: 9,
      bodyType: "Sports Car",
      driveType: "AWD",
      image: null,
      taxCreditEligible: true,
      isModelHeader: true,
      consumption: 28.1,
      length: 184.8,
      towing: 2700,
      batteryWarranty: "8 yr / 100,000 mi",
      source: "EPA 2026; Zeta press kit",
      checkedOn: "2026-11-23",
    }),
  ]);
});

test("never lost by a dead line or an ended session @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource/);
  await signIn(page);
  const taken = await addRow(page.request);
  await page.goto("/admin?view=activity");
  const views = page.getByRole("navigation", { name: "Dashboard" });
  await expect(views.getByRole("link", { name: "Activity" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await views.getByRole("link", { name: "EVs" }).click();
  await page.getByRole("button", { name: "Add New EV" }).click();
  const dialog = dialogOf(page, "Add New EV");
  const add = dialog.getByRole("button", { name: "Add EV" });
  await fieldOf(page, "Make").fill(taken.make);
  await fieldOf(page, "Model").fill(taken.model);
  await fieldOf(page, "Trim").fill(taken.trim);
  await fieldOf(page, "Year").fill(String(taken.year));
  await add.click();
  const refusal = `${taken.year} ${taken.make} ${taken.model} ${taken.trim} already exists`;
  await expect(toastOf(page)).toContainText("Error");
  await expect(toastOf(page)).toContainText(refusal);
  await expect(dialog).toContainText(refusal);
  await fieldOf(page, "Trim").fill("Not lost");

  await page.route("**/api/evs", (route) => route.abort());
  await add.click();
  await expect(toastOf(page)).toContainText("The server could not be reached.");
  await page.unroute("**/api/evs");

  // Escape belongs to the dialog, even though a notification appeared after it.
  await toastOf(page).hover();
  await fieldOf(page, "Trim").press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(fieldOf(page, "Trim")).toHaveValue("Not lost");

  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(fieldOf(page, "Trim")).toHaveValue("Not lost");

  const unload = page.waitForEvent("dialog");
  const reloaded = page.reload();
  const leaving = await unload;
  expect(leaving.type()).toBe("beforeunload");
  await leaving.accept();
  await reloaded;
  await expect(fieldOf(page, "Trim")).toHaveValue("Not lost");
  await expect(dialog).toContainText(/Unsaved changes from \d+:\d\d\s[AP]M were restored\./);

  // Refuse only this call, so that no other call of the screen notices first.
  await page.route(
    (url) => url.pathname === "/api/evs" && url.search === "",
    (route) => route.fulfill({ status: 401, json: { error: "Please sign in" } }),
    { times: 1 },
  );
  await add.click();
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  await signInByForm(page);
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeHidden();
  await expect(rowOf(page, "Not lost")).toBeVisible();

  await page.getByRole("button", { name: "Add New EV" }).click();
  await expect(fieldOf(page, "Trim")).toHaveValue("");
  await fieldOf(page, "Trim").fill("x");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Add New EV" }).click();
  await expect(fieldOf(page, "Trim")).toHaveValue("");
});

test("edits a row: sent whole, under a condition, read back @desktop @main", async ({ page }) => {
  await signIn(page);
  const header = await addRow(page.request, { price: 50_000, zeroToSixty: 4.5 });
  const { make, model } = header;
  const other = await addRow(page.request, { make, model, trim: `${header.trim} Long` });
  await openDashboard(page, `?search=${encodeURIComponent(model)}`);
  await press(rowOf(page, other.trim), /^Edit /);
  for (const label of ["Make", "Model"]) {
    await expect(fieldOf(page, label)).toHaveJSProperty("readOnly", true);
    await expect(fieldOf(page, label)).toHaveAccessibleDescription(
      "Taken from the model's first row.",
    );
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  const edit = rowsWith(page, header).getByRole("button", { name: /^Edit / });
  await edit.click();
  await expect(fieldOf(page, "Price ($)")).toHaveValue("50000");
  await expect(fieldOf(page, "Tax Credit Eligible")).toHaveValue("");
  await fieldOf(page, "0-60 Time (seconds)").fill("3.9");
  await fieldOf(page, "Price ($)").fill("");
  const put = page.waitForRequest((one) => one.method() === "PUT");
  const direct = page.waitForResponse((one) =>
    one.url().includes(`/api/evs/${header.id}/direct?_=`),
  );
  await page.keyboard.press("Enter");
  const sent = await put;
  expect(new URL(sent.url()).pathname).toBe(`/api/evs/${header.id}`);
  expect(new URL(sent.url()).searchParams.get("_")).toMatch(/^\d{13}$/);
  expect(sent.headers()).toMatchObject({ "if-match": `"${header.version}"` });
  expect(sent.headers()["cache-control"]).toContain("no-cache");
  const { id: _id, isModelHeader: _header, version: _version, ...fields } = header;
  expect(sent.postDataJSON()).toEqual({ ...fields, zeroToSixty: "3.9", price: null });
  expect((await direct).status()).toBe(200);

  await expect(toastOf(page)).toContainText("EV updated successfully");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(edit).toBeFocused();
  await expectStored(page, header, {
    price: null,
    zeroToSixty: 3.9,
    taxCreditEligible: null,
    version: header.version + 1,
  });
});

test("two administrators change a row @desktop", async ({ page, guest: theirs, allowConsole }) => {
  allowConsole(REFUSED_LINE);
  await signIn(page);
  const row = await addRow(page.request, { price: 30_000, range: 250, topSpeed: 100 });
  await openEdit(page, row);
  await fieldOf(page, "Price ($)").fill("31000");
  await fieldOf(page, "Range (mi)").fill("260");

  await openEdit(theirs, row);
  await fieldOf(theirs, "Price ($)").fill("29000");
  await fieldOf(theirs, "Top Speed (mph)").fill("120");
  await fieldOf(theirs, "Seating Capacity").fill("5");
  await theirs.keyboard.press("Enter");
  await expect(toastOf(theirs)).toContainText("EV updated successfully");

  await page.getByRole("button", { name: "Save changes" }).click();
  const question = dialogOf(page, "You changed this EV in another tab");
  await expect(question).toBeVisible();
  await expect(page.getByRole("dialog", { includeHidden: true })).toHaveCount(1);
  const side = (field: string, name: string) =>
    question.getByRole("group", { name: field }).getByRole("radio", { name });
  await expect(side("Price ($)", "Use this tab’s price $31,000")).toBeChecked();
  await expect(side("Top Speed (mph)", "Use the other tab’s top speed 120")).toBeChecked();
  await expect(side("Seating Capacity", "Use the other tab’s seats 5")).toBeChecked();
  await expect(question.getByRole("group")).toHaveCount(3);
  await expectAccessible(page);
  await side("Top Speed (mph)", "Use this tab’s top speed 100").check();
  await question.getByRole("button", { name: "Save these values" }).click();
  await expect(toastOf(page)).toContainText("EV updated successfully");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectStored(page, row, {
    price: 31_000,
    range: 260,
    topSpeed: 100,
    seatingCapacity: 5,
    version: row.version + 2,
  });
});

test("known makes and models are offered while one is typed @desktop", async ({ page }) => {
  await openDashboard(page);
  await addRow(page.request, { make: "Bugatti", model: "Kappa" });
  await addRow(page.request, { make: "Bugatti", model: "Lambda" });
  const offered = (input: Locator) =>
    input.evaluate((element: HTMLInputElement) =>
      Array.from(element.list?.options ?? [], ({ value }) => value),
    );
  await page.getByRole("button", { name: "Add New EV" }).click();
  const [make, model] = [fieldOf(page, "Make"), fieldOf(page, "Model")];
  await make.fill("bug");
  await expect.poll(() => offered(make)).toEqual(["Bugatti"]);
  expect(await offered(model)).toEqual([]);
  await make.fill("Bugatti");
  await expect.poll(() => offered(model)).toEqual(["Kappa", "Lambda"]);
  await model.fill("Mu");
  await expect.poll(() => offered(model)).toEqual([]);
  await expectAccessible(page);
});
