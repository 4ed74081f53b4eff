import { expect, expectAccessible, hold, preferReducedMotion, test } from "./fixtures.ts";
import type { Site } from "./site.ts";

// There is no administrator yet, so each start prints an invitation.
test.use({ serverEnv: { ADMIN_USERNAME: "", ADMIN_PASSWORD: "" } });

const REFUSED =
  /^Failed to load resource: the server responded with a status of (400|401|403|409|500)/;

/** The path of the invitation, once the server has printed it. */
async function printedInvitation(site: Site): Promise<string> {
  const line = () => /^Create the first administrator: (\S+)$/m.exec(site.log())?.[1];
  await expect.poll(line).toBeDefined();
  const address = new URL(line() ?? "");
  expect(address.origin).toBe(site.origin);
  return address.pathname + address.hash;
}

test("the first administrator registers, invites, ends sessions, removes @desktop", async ({
  allowConsole,
  page,
  guest: adas,
  browser,
  site,
}) => {
  allowConsole(REFUSED);
  await preferReducedMotion(page);
  await page.goto(await printedInvitation(site));
  await expect(page.getByText("You’ve been invited. Choose a username")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.getByLabel("Username").fill("Grace");
  await page.getByLabel("Password", { exact: true }).fill("nanoseconds");
  const toast = page.getByRole("status").filter({ hasText: "Success" });
  // Watched from the press on: on a slow machine it is gone before the dashboard is ready.
  const isAnnounced = expect(toast).toContainText("Registered successfully");
  await page.keyboard.press("Enter");
  await isAnnounced;
  await expect(page).toHaveURL("/admin");

  await page.getByRole("link", { name: "Accounts" }).click();
  const administrators = page.getByRole("list", { name: "administrators" });
  await expect(administrators.getByRole("listitem")).toHaveText([/^GraceYouSince/]);
  await expect(page.getByText("There are no open invitations.")).toBeVisible();
  await page.getByRole("button", { name: "Invite" }).click();
  const link = await page.getByLabel("Invitation link", { exact: true }).inputValue();
  expect(link).toMatch(/^http.*\/auth#invite=[\w-]{43}$/);
  await expectAccessible(page);

  // Text typed before the scripts arrive must survive hydration.
  const letScriptsCome = await hold(adas, "**/assets/*.js");
  await adas.goto(link, { waitUntil: "commit" });
  await adas.getByLabel("Username").fill("GRACE");
  letScriptsCome();
  await expect(adas.getByText("You’ve been invited. Choose a username")).toBeVisible();
  await adas.getByLabel("Password", { exact: true }).fill("notes on the engine");
  await adas.getByRole("button", { name: "Register" }).click();
  const failed = adas.getByRole("status").filter({ hasText: "Registration failed" });
  await expect(failed).toContainText("This username is taken");
  await expect(adas.getByLabel("Username")).toBeFocused();
  await expect(adas.getByRole("main").getByRole("alert"), "the field says it").toBeHidden();
  // The page was open before the link was used, so the refusal comes when the form is sent.
  const third = await browser.newContext();
  const late = await third.newPage();
  await late.goto(link);
  await expect(late.getByText("You’ve been invited. Choose a username")).toBeVisible();
  await adas.getByLabel("Username").fill("Ada");
  await adas.getByRole("button", { name: "Register" }).click();
  await expect(adas).toHaveURL("/admin");
  await late.getByLabel("Username").fill("Late");
  await late.getByLabel("Password", { exact: true }).fill("too late now");
  await late.getByRole("button", { name: "Register" }).click();
  const refusal = late.getByRole("main").getByRole("alert");
  await expect(refusal).toHaveText(/^This invitation is not valid/);
  // A used link is refused right away, so that nobody fills in a form in vain.
  await late.reload();
  await expect(refusal).toContainText("may have been used already, revoked, or expired");
  await expect(refusal).toContainText("Ask an administrator for a new one, or run npm run invite");
  await expect(late.getByRole("button", { name: "Register" })).toBeHidden();
  await expect(late.getByLabel("Username")).toBeHidden();
  await expectAccessible(late);
  await late.getByRole("link", { name: "Login instead" }).click();
  await expect(late.getByText("Login to manage EV database")).toBeVisible();
  await third.close();

  await page.reload();
  await expect(administrators.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove Ada" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Remove Ada?" });
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Remove Ada" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(administrators.getByRole("listitem")).toHaveCount(1);
  await adas.reload();
  await expect(adas).toHaveURL("/auth");

  await page.getByLabel("Current password").fill("picoseconds");
  await page.getByLabel("New password").fill("attoseconds");
  const change = page.getByRole("button", { name: "Change password" });
  await change.click();
  const current = page.getByLabel("Current password");
  await expect(current).toHaveAccessibleDescription("The current password is wrong");
  await expect(page.getByLabel("New password")).toHaveValue("attoseconds");
  await current.fill("nanoseconds");
  await change.click();
  await expect(toast).toContainText("Your password has been changed");

  const grace = { username: "Grace", password: "attoseconds" };
  const elsewhere = await browser.newContext({ baseURL: site.origin });
  expect((await elsewhere.request.post("/api/login", { data: grace })).status()).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "End all others" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End all others" }).click();
  await expect(page.getByRole("list", { name: "sessions" }).getByRole("listitem")).toHaveCount(1);
  expect((await elsewhere.request.get("/api/user")).status()).toBe(401);
  await elsewhere.close();
  await expect(page.getByText("Backups are off.")).toBeVisible();

  await page.route("**/api/invitations", (route) => route.fulfill({ status: 500, body: "" }));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("The invitations could not be read.");
  await page.unroute("**/api/invitations");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("There are no open invitations.")).toBeVisible();
});
