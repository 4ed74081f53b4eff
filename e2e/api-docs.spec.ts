import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, overflowOf, test, themeOf } from "./fixtures.ts";

/** Swagger UI puts a link into the button of each call. */
const NESTED = "nested-interactive";
/** The button that opens a call, by its operationId. */
const callButton = (page: Page, id: string): Locator =>
  page.locator(`[id$="-${id}"] .opblock-summary-control`);

const DARK = "rgb(13, 17, 25)";

test("the footer links a page of the calls, for the keyboard too", async ({ page }, {
  project,
}) => {
  await page.emulateMedia({ colorScheme: themeOf(project), reducedMotion: "reduce" });
  await page.goto("/ai");
  await page.getByRole("contentinfo").getByRole("link", { name: "API documentation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API documentation" })).toBeVisible();
  for (const topic of ["Catalogue", "Votes", "Files and fields", "Administrators"]) {
    await expect(
      page.getByRole("heading", { level: 3, name: new RegExp(`^${topic}`) }),
    ).toBeVisible();
  }

  const call = callButton(page, "getEvHistory");
  await call.focus();
  await page.keyboard.press("Enter");
  await expect(call).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator(".opblock-body")).toContainText("Try it out");
  await expectAccessible(page, "html", NESTED);
  expect(await overflowOf(page), "nothing is wider than the screen").toBe(0);

  await page.getByRole("banner").getByRole("link", { name: "EVs" }).click();
  await expect(page).toHaveURL("/");
});

test("a link to a call leads to it in the dark theme @desktop", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("/api/docs?from=here#/Votes/vote");
  const vote = callButton(page, "vote");
  await expect(vote).toHaveAttribute("aria-expanded", "true");
  await expect(vote).toBeInViewport();
  await expect(page.locator("body")).toHaveCSS("background-color", DARK);
  await expectAccessible(page, "html", NESTED);
});

const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;

/** Runs a command as it stands on the page. @returns the status, where the command prints it */
function runCommand(command: string): string {
  const { status, stdout } = spawnSync(
    "sh",
    ["-c", `${command} --silent --write-out '\\n%{http_code}'`],
    { encoding: "utf8", cwd: tmpdir(), maxBuffer: LARGEST_ANSWER_BYTES },
  );
  expect([command, status]).toEqual([command, 0]);
  return stdout.slice(stdout.lastIndexOf("\n") + 1);
}
const HAS_CURL = spawnSync("curl", ["--version"]).status === 0;

test("each public read answers, and commands run as they are @desktop", async ({ page }) => {
  test.slow();
  await page.goto("/api/docs");
  const quickStart = ((await page.locator("pre").first().textContent()) ?? "").split("\n");
  expect(quickStart).toHaveLength(3);
  for (const command of HAS_CURL ? quickStart : []) {
    expect([command, runCommand(command)]).toEqual([command, "200"]);
  }
  const { paths } = (await (await page.request.get("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
  };
  const reads = Object.values(paths)
    .flatMap(({ get }) => get ?? [])
    .filter(
      ({ security }) => security.every((scheme) => !("session" in scheme)) || security.length > 1,
    )
    .map(({ operationId }) => operationId)
    .filter((id) => !["streamEvents", "getCorrectionState"].includes(id));
  expect(reads.length).toBeGreaterThan(15);
  for (const id of reads) {
    const call = page.locator(`[id$="-${id}"]`);
    await callButton(page, id).click();
    await call.getByRole("button", { name: "Try it out" }).click();
    await call.getByRole("button", { name: "Execute" }).click();
    const status = call.locator(".live-responses-table .response-col_status").last();
    await expect(status, id).toHaveText(/^200/);
    if (HAS_CURL) {
      const command = (await call.locator("pre.curl").textContent()) ?? "";
      expect([id, runCommand(command)]).toEqual([id, "200"]);
    }
    await callButton(page, id).click();
  }
  for (const id of ["streamEvents", "getCorrectionState"]) {
    await callButton(page, id).click();
    await expect(page.locator(`[id$="-${id}"] .opblock-body`)).toBeVisible();
    await expect(page.locator(`[id$="-${id}"] .try-out`)).toBeHidden();
  }
});
