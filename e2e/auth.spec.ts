import { scriptOf } from "./built-files.ts";
import { addAdministrator, readRows, signInByForm, toastOf } from "./dashboard.ts";
import { expect, expectAccessible, hold, noticeOf, signIn, test } from "./fixtures.ts";
import { cellOf, editCell, expectStored, openModel } from "./grid.ts";
import { ADMINISTRATOR } from "./site.ts";

const REFUSED = /^Failed to load resource: (net::ERR_FAILED|the server responded .* of (401|503))/;

test("says what is missing, and keeps what was typed @main-phone", async ({ page }) => {
  await page.goto("/auth");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("EV Admin Dashboard");
  await expect(page.getByText("Login to manage EV database", { exact: true })).toBeVisible();
  const username = page.getByLabel("Username");
  const password = page.getByLabel("Password", { exact: true });
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(username).toHaveAccessibleDescription("Username is required");
  await expect(password).toHaveAccessibleDescription("Password must be at least 6 characters");
  await expect(username).toBeFocused();
  await expectAccessible(page);
  await username.fill("admin");
  await expect(username).not.toHaveAttribute("aria-invalid");
  await password.fill("12345");
  await password.press("Enter");
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription("Password must be at least 6 characters");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(username).toHaveValue("admin");
});

test("a sign-in before its code, typed or filled in, is sent @desktop", async ({ page, guest }) => {
  const letGo = await hold(page, scriptOf("src/pages/auth/page.tsx"));
  await page.goto("/auth", { waitUntil: "domcontentloaded" });
  await signInByForm(page);
  await expect(page.locator("html")).toHaveAttribute("data-waiting");
  letGo();
  await expect(page).toHaveURL("/admin");

  const letGuest = await hold(guest, scriptOf("src/pages/auth/page.tsx"));
  await guest.goto("/auth", { waitUntil: "domcontentloaded" });
  await guest.getByLabel("Username").fill(ADMINISTRATOR.username);
  letGuest();
  await expect(guest.locator("main[data-hydrated]")).toBeVisible();
  // Set the value without an event, as autofill can do, so that only the field has it.
  await guest
    .getByLabel("Password", { exact: true })
    .evaluate(
      (input, text) => input instanceof HTMLInputElement && (input.value = text),
      ADMINISTRATOR.password,
    );
  await guest.getByRole("button", { name: "Login", exact: true }).click();
  await expect(guest).toHaveURL(/\/admin$/);
});

test("a sign-in that fails says why @desktop", async ({ page, allowConsole }) => {
  allowConsole(REFUSED);
  await page.goto("/auth");
  const username = page.getByLabel("Username");
  const password = page.getByLabel("Password", { exact: true });
  const button = page.getByRole("button", { name: /Login|Logging in/ });
  const toast = noticeOf(page);
  await username.fill(ADMINISTRATOR.username);
  await password.fill("a wrong one");
  await button.click();
  await expect(toast).toHaveText("Login failedWrong username or password");
  // The message also appears next to the fields, since the notification disappears.
  const refusal = page.getByRole("main").getByRole("alert");
  await expect(refusal).toHaveText("Wrong username or password");
  await expectAccessible(page);
  await expect(username).toHaveValue(ADMINISTRATOR.username);
  await expect(password).toHaveValue("a wrong one");
  await expect(password).toBeFocused();

  await page.route("**/api/login", (route) => route.abort("failed"));
  await button.click();
  await expect(toast).toHaveText("Login failedAn unexpected error occurred");
  await expect(refusal).toHaveText("An unexpected error occurred");
  await page.unroute("**/api/login");
  await page.route("**/api/login", (route) => route.fulfill({ status: 401, body: "" }));
  await button.click();
  await expect(toast).toHaveText("Login failedLogin failed");
  await page.unroute("**/api/login");

  const letGo = await hold(page, "**/api/login");
  await password.fill(ADMINISTRATOR.password);
  await password.press("Enter");
  await expect(button).toHaveText("Logging in...");
  await expect(button).toBeDisabled();
  await expect(refusal).toBeHidden();
  letGo();
  await expect(page).toHaveURL("/admin");
  await expect(toast).toHaveText("SuccessLogged in successfully");

  const busy = { status: 503, json: { error: "The database is not available." } };
  await page.route("**/api/logout", (route) => route.fulfill(busy));
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(toast).toHaveText("Logout failedThe database is not available.");
  await expect(page).toHaveURL("/admin");
});

test("the dashboard redirects visitors, and they come back @desktop @main", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto("/admin");
  await expect(page).toHaveURL("/auth");
  const robots = page.locator("meta[name=robots]");
  await expect(robots).toHaveAttribute("content", "noindex");
  await page.getByRole("link", { name: "Sign in" }).click();
  expect(requests, "nobody seems to be signed in").not.toContain("/api/user");
  // The address is replaced: Back does not return to the dashboard.
  await page.goto("/ai");
  await page.goto("/admin");
  await expect(page).toHaveURL("/auth");
  await page.goBack();
  await expect(page).toHaveURL("/ai");

  await signIn(page);
  // Signing out cancels pending reads; they would be refused and print to the console.
  await page.route("**/api/starter-facts", () => undefined); // never answered
  const cancelled = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/api/starter-facts"),
  );
  await page.goto("/auth");
  await expect(page).toHaveURL("/admin");
  await expect(robots).toHaveAttribute("content", "noindex");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("EV Database Management");
  const link = page.getByRole("link", { name: "Dashboard", exact: true });
  await expect(link).toHaveAttribute("aria-current", "page");
  await page.getByRole("button", { name: "Logout" }).click();
  await cancelled;
  await expect(page).toHaveURL("/auth");
  const done = page.getByRole("status").filter({ hasText: "Success" });
  await expect(done).toContainText("Logged out successfully");
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  const left = await page.context().cookies();
  expect(left.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([["ev_device", true]]);
});

test("a check of the user that fails can be tried again @desktop", async ({ page }) => {
  await signIn(page);
  await page.route("**/api/user", (route) => route.fulfill({ status: 200, body: "not JSON" }));
  const letGo = await hold(page, "**/api/user");
  await page.goto("/admin");
  await expect(page.getByRole("status").getByText("Checking your sign-in...")).toBeVisible();
  letGo();
  await expect(page.getByRole("alert")).toContainText(
    "We could not check whether you are signed in",
  );
  await page.unroute("**/api/user");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("EV Database Management");
});

test("a lost session is asked for over a form @desktop", async ({ page, guest, allowConsole }) => {
  allowConsole(REFUSED);
  await signIn(page);
  const other = await addAdministrator(page, guest);
  await page.goto("/admin?view=accounts");
  const current = page.getByLabel("Current password");
  await current.fill(ADMINISTRATOR.password);
  await page.getByLabel("New password").fill("another password");
  // The user signed out in another tab. Another call may notice that before the form does.
  await page.request.post("/api/logout");
  const change = page.getByRole("button", { name: "Change password", includeHidden: true });
  await change.dispatchEvent("click");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog.getByLabel("Username")).toHaveValue(ADMINISTRATOR.username);
  await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type("wrong password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(ADMINISTRATOR.password);
  await dialog.getByRole("button", { name: "Login", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(toastOf(page).first()).toContainText("Your password has been changed");
  await current.fill("another password");
  await page.getByLabel("New password").fill(ADMINISTRATOR.password);
  await change.click();
  await expect(current).toHaveValue("");
  await current.fill("typed before");
  await page.getByLabel("New password").fill("typed after");
  await test.step("is no way into what somebody else was doing", async () => {
    await page.request.post("/api/logout");
    await change.dispatchEvent("click");
    await dialog.getByLabel("Username").fill(other.username);
    await dialog.getByLabel("Password", { exact: true }).fill(other.password);
    await dialog.getByRole("button", { name: "Login", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(current).toHaveValue("");
    await expect(page.getByLabel("New password")).toHaveValue("");
  });
});

test("a lost session is asked for over a cell @desktop", async ({ page, allowConsole }) => {
  allowConsole(REFUSED);
  const [header] = await openModel(page);
  // Refuse only this call, so that no other call of the screen notices first.
  await page.route(
    /\/api\/evs\/\d+\?_=/,
    (route) => route.fulfill({ status: 401, json: { error: "Please sign in" } }),
    { times: 1 },
  );
  await editCell(await cellOf(page, header, "Price"), "41500");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await signInByForm(page);
  await expect(dialog).toBeHidden();
  await expectStored(page, header, { price: 41_500 });
});

test("a sign-out in another tab is noticed @desktop", async ({ page, guest, allowConsole }) => {
  allowConsole(REFUSED);
  await signIn(page);
  const other = await addAdministrator(page, guest);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Add New EV" }).click();
  const form = page.getByRole("dialog", { name: "Add New EV" });
  await form.getByLabel("Make", { exact: true }).fill("Zeta");
  const comeBack = () => page.evaluate(() => void window.dispatchEvent(new Event("focus")));

  // The sign-in dialog opens over the form, which keeps its content.
  await page.request.post("/api/logout");
  await comeBack();
  const again = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(again.getByLabel("Username")).toHaveValue(ADMINISTRATOR.username);
  await signIn(page);
  await comeBack();
  await expect(again).toBeHidden();
  await expect(form.getByLabel("Make", { exact: true })).toHaveValue("Zeta");

  // Nothing is saved under another user's name, even if it is sent before the change is noticed.
  await form.getByLabel("Model", { exact: true }).fill("Nobody's");
  await form.getByRole("textbox", { name: "Trim" }).fill("One");
  expect((await page.request.post("/api/login", { data: other })).status()).toBe(200);
  await form.getByRole("button", { name: "Add EV" }).click();
  await expect(again).toBeVisible();
  const { matches } = await readRows(page.request, "Nobody's");
  expect(matches).toBe(0);

  await comeBack();
  await expect(form).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Add New EV" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Zeta");
});
