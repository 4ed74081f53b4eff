/**
 * Runs the checks of the project:
 *
 *   npm test                     what every change has to pass, in minutes
 *   npm run test:all             these and the slow ones
 *   npm test -- lint unit        some of them
 *
 * A failed check does not stop the later ones. With `CI=true`, a missing tool is a failure.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { findChromium } from "../e2e/chromium.ts";
import { type FailedTest, readPlaywrightFailures, readVitestFailures } from "./failed-tests.ts";
import { ensureTestTools } from "./test-tools.ts";

interface Check {
  name: string;
  title: string;
  command: readonly [string, ...string[]];
  /** only in `test:all` */
  isSlow?: boolean;
  /** checks that have to pass first */
  after?: readonly string[];
  /** uses all CPUs itself, so nothing runs at the same time and its output is shown live */
  runner?: "vitest" | "playwright";
}

interface Result {
  check: Check;
  /** null when the check did not run; `reason` says why */
  code: number | null;
  seconds: number;
  reason?: string;
}

/** Playwright matches this against a test's project, file, title and tags. */
const MAIN_JOURNEYS = "^desktop .*@main|^phone .*@main-phone";

const CHECKS: readonly Check[] = [
  { name: "lock", title: "Lock file", command: ["node", "scripts/complete-lock.mjs", "--check"] },
  // One program reads the types for both, since two took twice as long.
  {
    name: "lint",
    title: "Types and lint",
    command: ["oxlint", "--type-aware", "--type-check"],
  },
  { name: "format", title: "Format", command: ["oxfmt", "--check", "."] },
  { name: "unused", title: "Unused code", command: ["knip"] },
  { name: "build", title: "Build", command: ["node", "scripts/prepare.mjs"] },
  {
    name: "budget",
    title: "Bundle budget",
    command: ["node", "scripts/bundle-budget.ts"],
    after: ["build"],
  },
  {
    name: "unit",
    title: "Unit and request tests",
    command: ["vitest", "run", "--project", "unit"],
    runner: "vitest",
  },
  {
    name: "journeys",
    title: "Main journeys in Chromium",
    command: ["playwright", "test", "--grep", MAIN_JOURNEYS],
    after: ["build"],
    runner: "playwright",
  },
  {
    name: "validators",
    title: "Validators",
    command: ["node", "scripts/validate.ts"],
    after: ["build"],
    isSlow: true,
  },
  {
    name: "integration",
    title: "Integration tests",
    command: ["vitest", "run", "--project", "integration"],
    runner: "vitest",
    isSlow: true,
  },
  {
    name: "e2e",
    title: "All other browser tests",
    command: ["playwright", "test", "--grep-invert", MAIN_JOURNEYS],
    after: ["build"],
    runner: "playwright",
    isSlow: true,
  },
];
const SLOW_CHECKS = CHECKS.filter(({ isSlow }) => isSlow).map(({ name }) => name);
const SIDE_BY_SIDE = 2;
const INTERRUPTED = 130;

/** What `vitest.config.ts` prints for a test that passed on its second try, with its first error. */
const FLAKY_UNIT_TEST = /^FLAKY .*\n.*/gm;

/** Removed when this process exits. */
const reports = mkdtempSync(join(tmpdir(), "ev-test-reports-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

/** Where a test runner writes its JSON report; see `vitest.config.ts` and `playwright.config.ts`. */
function reportOf({ name }: Check): string {
  return join(reports, `${name}.json`);
}

/**
 * Runs one check. Only test runners print as they go; other output is returned, so that outputs do not mix.
 */
async function run(check: Check): Promise<Result & { output: string }> {
  const started = performance.now();
  const [program, ...args] = check.command;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TEST_REPORT: reportOf(check) },
    shell: process.platform === "win32", // npm's programs are .cmd files there
  });
  let output = "";
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on("data", (text: Buffer) => (output += text.toString()));
    if (check.runner) from.pipe(to, { end: false });
  }
  const code = await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      output += error.message;
      resolve(1);
    });
    child.once("close", (status) => resolve(status ?? 1));
  });
  return { check, code, output, seconds: (performance.now() - started) / 1000 };
}

/** The checks to run, including those they depend on; by default all but the slow ones. */
function selectChecks(names: readonly string[]): Check[] {
  if (names.length === 0) return CHECKS.filter(({ isSlow }) => !isSlow);
  if (names.join() === "all") return [...CHECKS];
  if (names.join() === "slow") return selectChecks(SLOW_CHECKS);
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) {
    const known = CHECKS.map((check) => check.name).join(", ");
    console.error(
      `There is no check named ${unknown.join(", ")}. There are: ${known}; or all, or slow.`,
    );
    process.exit(2);
  }
  const wanted = new Set(names);
  for (const check of CHECKS)
    if (wanted.has(check.name)) check.after?.forEach((name) => wanted.add(name));
  return CHECKS.filter((check) => wanted.has(check.name));
}

/** Repeated at the end of a long run. */
const failedTests: FailedTest[] = [];
const flakyUnitTests: string[] = [];

function collectFailedTests(check: Check, output: string): void {
  if (check.runner === "playwright") failedTests.push(...readPlaywrightFailures(reportOf(check)));
  if (check.runner !== "vitest") return;
  failedTests.push(...readVitestFailures(reportOf(check)));
  flakyUnitTests.push(...(stripVTControlCharacters(output).match(FLAKY_UNIT_TEST) ?? []));
}

const heading = (text: string) =>
  console.log(`\n== ${text} ${"=".repeat(Math.max(3, 70 - text.length))}`);
const time = (seconds: number) => `${seconds.toFixed(1)} s`;

/** Why a check cannot run, or undefined. */
function obstacle(check: Check, results: readonly Result[]): string | undefined {
  if (check.runner === "playwright" && !findChromium()) return "no Chromium";
  const failed = check.after?.find((name) =>
    results.some((result) => result.check.name === name && result.code !== 0),
  );
  return failed && `${failed} failed`;
}

async function runAll(checks: readonly Check[]): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...checks];
  const running = new Set<Promise<void>>();

  const isReady = (check: Check) =>
    !check.after?.some((name) => checks.some((one) => one.name === name) && !isDone(name));
  const isDone = (name: string) => results.some((result) => result.check.name === name);

  const start = async (check: Check) => {
    const reason = obstacle(check, results);
    if (reason) {
      results.push({ check, code: null, seconds: 0, reason });
      return;
    }
    if (check.runner) heading(check.title);
    const result = await run(check);
    if (!check.runner) {
      heading(
        `${check.title}: ${result.code === 0 ? "passed" : "FAILED"} in ${time(result.seconds)}`,
      );
      if (result.output.trim()) console.log(result.output.trim());
    }
    collectFailedTests(check, result.output);
    results.push(result);
  };

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(
      (check) => isReady(check) && (!check.runner || running.size === 0),
    );
    const check = waiting[next];
    if (check && running.size < SIDE_BY_SIDE) {
      waiting.splice(next, 1);
      const done: Promise<void> = start(check).finally(() => running.delete(done));
      running.add(done);
      if (check.runner) await done;
    } else {
      await Promise.race(running);
    }
  }
  return results;
}

// Makes the programs available without npm too.
process.env["PATH"] =
  join(import.meta.dirname, "..", "node_modules", ".bin") + delimiter + (process.env["PATH"] ?? "");

// An interruption reaches the checks directly; this process waits until they have cleaned up.
process.on("SIGINT", () => (process.exitCode = INTERRUPTED));

const checks = selectChecks(process.argv.slice(2));
const withSlowChecks = checks.some(({ isSlow }) => isSlow);
const needsTools = withSlowChecks || checks.some(({ runner }) => runner !== undefined);
const missing = needsTools ? ensureTestTools(withSlowChecks) : [];
const results = await runAll(checks);

heading("Summary");
for (const { check, code, reason, seconds } of results) {
  const state = code === null ? `NOT RUN: ${reason}` : code === 0 ? "passed" : "FAILED";
  console.log(`${check.title.padEnd(30)}${state.padEnd(10)}${time(seconds).padStart(10)}`);
}
for (const { isFlaky, where, title, message, command } of failedTests) {
  console.log(
    `\n${isFlaky ? "FLAKY" : "FAILED"} ${where} ${title}\n${message}\nRun it: ${command}`,
  );
}
for (const test of flakyUnitTests) console.log(`\n${test}`);
for (const sentence of missing) console.log(`\n!!! ${sentence}`);

const isFailed = results.some(({ code }) => code !== null && code !== 0);
const isIncomplete = missing.length > 0 && process.env["CI"] === "true";
if (isFailed || isIncomplete) process.exitCode ||= 1;
