import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect, expectAccessible, test } from "./fixtures.ts";

const run = promisify(execFile);
const GRACE = { username: "Grace", password: "nanoseconds" };

test.use({ serverEnv: { ADMIN_USERNAME: GRACE.username, ADMIN_PASSWORD: GRACE.password } });

test("a lost password is replaced once @desktop", async ({ page, guest, site, allowConsole }) => {
  allowConsole(/^Failed to load resource: .* (403|429)/);
  expect((await guest.request.post("/api/login", { data: GRACE })).status()).toBe(200);
  const { stdout } = await run(process.execPath, ["dist/server/password.js", "grace"], {
    env: { PATH: process.env["PATH"], DATA_DIR: site.dataDir, PUBLIC_URL: site.origin },
  });
  const link = stdout.trim().split(" ").at(-1) ?? "";
  await page.goto(link);
  await expect(page.getByText("Choose a new password for Grace")).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveCount(0);
  const password = page.getByLabel("New password");
  await expect(password).toHaveAccessibleDescription("At least 6 characters");
  await password.fill("short");
  await password.press("Enter");
  await expect(password).toHaveAccessibleDescription(/must be at least 6 characters/);
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await password.fill("attoseconds");
  await password.press("Enter");
  await expect(page).toHaveURL("/admin");
  const toast = page.getByRole("status").filter({ hasText: "Success" });
  await expect(toast).toContainText("Your password has been changed");
  expect((await guest.request.get("/api/user")).status()).toBe(401);
  expect((await guest.request.post("/api/login", { data: GRACE })).status()).toBe(401);

  await guest.goto(link);
  await expect(guest.getByText("This link cannot be used")).toBeVisible();
  const refusal = guest.getByRole("main").getByRole("alert");
  await expect(refusal).toContainText("Run npm run password -- NAME on the server for a new one.");
  await expect(guest.getByLabel("New password")).toBeHidden();
  await expectAccessible(guest);
  await guest.getByRole("link", { name: "Login instead" }).click();
  await expect(guest.getByText("Login to manage EV database")).toBeVisible();
  await guest.getByLabel("Username").fill("Grace");
  await guest.getByLabel("Password", { exact: true }).fill("attoseconds");
  await guest.keyboard.press("Enter");
  await expect(guest).toHaveURL(`${site.origin}/admin`);

  const error = "Too many attempts have failed. Please try again in 15 minutes.";
  await page.route("**/api/lost-password/check", (route) =>
    route.fulfill({ status: 429, json: { error } }),
  );
  await page.goto(link);
  await expect(page.getByText(error)).toBeVisible();
});
