/**
 * Runs every check of the project: `npm test`, or some of them: `npm test unit e2e`.
 * A failure does not hide those after it. `CI=true` turns a missing tool into a failure.
 */
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { findChromium } from "../e2e/chromium.ts";
import { ensureTestTools } from "./test-tools.ts";

interface Check {
  name: string;
  title: string;
  command: readonly [string, ...string[]];
  /** checks that have to pass before */
  after?: readonly string[];
  /** uses all processors itself, so nothing runs beside it and it prints as it goes */
  isAlone?: boolean;
}

interface Result {
  check: Check;
  /** null: not run, and why */
  code: number | null;
  seconds: number;
  reason?: string;
}

const CHECKS: readonly Check[] = [
  { name: "lock", title: "Lock file", command: ["node", "scripts/complete-lock.mjs", "--check"] },
  { name: "types", title: "Types", command: ["tsc", "-p", "."] },
  { name: "lint", title: "Lint", command: ["oxlint", "--type-aware"] },
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
    name: "validators",
    title: "Validators",
    command: ["node", "scripts/validate.ts"],
    after: ["build"],
  },
  { name: "unit", title: "Unit and request tests", command: ["vitest", "run"], isAlone: true },
  {
    name: "e2e",
    title: "End-to-end tests",
    command: ["playwright", "test"],
    after: ["build"],
    isAlone: true,
  },
];
const SIDE_BY_SIDE = 2;
const INTERRUPTED = 130;

/** Vitest's line for a failed or flaky test, and what it says of it in the next. */
const FAILED_TEST = /^ *(?:FAIL|FLAKY) .*\n.*/gm;

/** Runs one check; quiet ones return what they print, so that outputs do not mix. */
async function run(check: Check): Promise<Result & { output: string }> {
  const started = performance.now();
  const [program, ...args] = check.command;
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32", // npm's programs are .cmd files there
  });
  let output = "";
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on("data", (text: Buffer) => (output += text.toString()));
    if (check.isAlone) from.pipe(to, { end: false });
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

/** The checks asked for, with those they need before them. */
function chosen(names: readonly string[]): Check[] {
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  if (unknown.length > 0) {
    const known = CHECKS.map((check) => check.name).join(", ");
    console.error(`There is no check named ${unknown.join(", ")}. There are: ${known}.`);
    process.exit(2);
  }
  if (names.length === 0) return [...CHECKS];
  const wanted = new Set(names);
  for (const check of CHECKS)
    if (wanted.has(check.name)) check.after?.forEach((name) => wanted.add(name));
  return CHECKS.filter((check) => wanted.has(check.name));
}

/** Said again at the end of a long run. */
const failedTests: string[] = [];

const heading = (text: string) =>
  console.log(`\n== ${text} ${"=".repeat(Math.max(3, 70 - text.length))}`);
const time = (seconds: number) => `${seconds.toFixed(1)} s`;

/** Why a check cannot run, if so. */
function obstacle(check: Check, results: readonly Result[]): string | undefined {
  if (check.name === "e2e" && !findChromium()) return "no Chromium";
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
    if (check.isAlone) heading(check.title);
    const result = await run(check);
    if (!check.isAlone) {
      heading(
        `${check.title}: ${result.code === 0 ? "passed" : "FAILED"} in ${time(result.seconds)}`,
      );
      if (result.output.trim()) console.log(result.output.trim());
    }
    failedTests.push(...(stripVTControlCharacters(result.output).match(FAILED_TEST) ?? []));
    results.push(result);
  };

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(
      (check) => isReady(check) && (!check.isAlone || running.size === 0),
    );
    const check = waiting[next];
    if (check && running.size < SIDE_BY_SIDE) {
      waiting.splice(next, 1);
      const done: Promise<void> = start(check).finally(() => running.delete(done));
      running.add(done);
      if (check.isAlone) await done;
    } else {
      await Promise.race(running);
    }
  }
  return results;
}

// So that the programs are found without npm, too.
process.env["PATH"] =
  join(import.meta.dirname, "..", "node_modules", ".bin") + delimiter + (process.env["PATH"] ?? "");

// The checks hear of an interruption themselves; this process waits until they have cleaned up.
process.on("SIGINT", () => (process.exitCode = INTERRUPTED));

const checks = chosen(process.argv.slice(2));
const needsTools = checks.some(({ isAlone, name }) => isAlone || name === "validators");
const missing = needsTools ? ensureTestTools() : [];
const results = await runAll(checks);

heading("Summary");
for (const { check, code, reason, seconds } of results) {
  const state = code === null ? `NOT RUN: ${reason}` : code === 0 ? "passed" : "FAILED";
  console.log(`${check.title.padEnd(26)}${state.padEnd(10)}${time(seconds).padStart(10)}`);
}
for (const test of new Set(failedTests)) console.log(`\n${test.trim()}`);
for (const sentence of missing) console.log(`\n!!! ${sentence}`);

const isFailed = results.some(({ code }) => code !== null && code !== 0);
const isIncomplete = missing.length > 0 && process.env["CI"] === "true";
if (isFailed || isIncomplete) process.exitCode ||= 1;
