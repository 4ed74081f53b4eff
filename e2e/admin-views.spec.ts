import { chooseMore, gridOf, openDashboard, REFUSED_LINE, rowsOf, toastOf } from "./dashboard.ts";
import { dialogOf } from "./ev-form.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

test.use({ allowedConsole: [REFUSED_LINE] });

test("a view is saved, opened, renamed and deleted @desktop", async ({ page }) => {
  await openDashboard(page);
  const views = dialogOf(page, "Saved views");
  const heading = (name: string) => page.getByRole("columnheader", { name, exact: true });

  // A view includes filters, sort order, rows per page and this browser's columns.
  await page.getByRole("button", { name: /^Columns/ }).click();
  await page.getByRole("checkbox", { name: "Body Type", exact: true }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.goto("/admin?rows=25&sort=price&order=desc&search=kia");
  await expect(rowsOf(page).first()).toContainText("Kia");
  const first = await rowsOf(page).first().innerText();
  await chooseMore(page, "Views");
  await expectAccessible(page);
  await views.getByLabel("Save the current list as").fill("Dear Kias");
  await page.keyboard.press("Enter");
  await expect(toastOf(page)).toContainText("View saved");
  await expect(views.getByRole("button", { name: "Dear Kias", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Views (Dear Kias)" })).toBeVisible();
  await expectAccessible(page);

  // Opened from the plain list, the view applies its columns and puts them in the address.
  await page.goto("/admin");
  await page.getByRole("button", { name: /^Columns/ }).click();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(heading("Body Type")).toBeVisible();
  await chooseMore(page, /^Views$/);
  await views.getByRole("button", { name: "Dear Kias", exact: true }).click();
  await expect(views).toBeHidden();
  await expect(page).toHaveURL("/admin?search=kia&sort=price&order=desc&rows=25&hidden=bodyType");
  await expect(heading("Body Type")).toHaveCount(0);
  expect(await rowsOf(page).first().innerText()).toBe(first);
  await page.getByRole("button", { name: /^Columns/ }).click();
  await expect(dialogOf(page, "Columns")).toContainText("hidden in this view only");
  // The address lists columns in table order, whichever was hidden first.
  await page.getByRole("checkbox", { name: "Price", exact: true }).click();
  await page.getByRole("checkbox", { name: "Body Type", exact: true }).click();
  await page.getByRole("checkbox", { name: "Body Type", exact: true }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/hidden=bodyType%2Cprice$/);
  // Back undoes one column change at a time.
  for (const hidden of ["price", "bodyType%2Cprice", "bodyType"]) {
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`hidden=${hidden}$`));
  }
  await expect(heading("Price")).toBeVisible();

  await chooseMore(page, "Views");
  await views.getByRole("button", { name: "Rename Dear Kias" }).click();
  await views.getByLabel("New name for Dear Kias").fill(" ");
  await views.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(views).toContainText("Name is required");
  await views.getByLabel("New name for Dear Kias").fill("Kias by price");
  await page.keyboard.press("Enter");
  await expect(views.getByRole("button", { name: "Kias by price", exact: true })).toBeVisible();

  await views.getByRole("button", { name: "Delete Kias by price" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete this view?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question).toBeHidden();
  await expect(views.getByRole("button", { name: "Kias by price", exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(gridOf(page)).toBeVisible();
});
