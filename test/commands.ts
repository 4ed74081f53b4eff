import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";

import type { Env } from "../src/base/env.server.ts";

const run = promisify(execFile);

/** Variables that name a test's database. */
export function placeOf({ dataDir, databaseUrl }: Pick<Env, "dataDir" | "databaseUrl">) {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
}

/**
 * Runs a command of the product, such as `invite`, with nothing but these variables.
 * @returns the database that it names, and what it prints after that
 * @throws with `code`, `stdout` and `stderr` when it fails
 */
export async function runCommand(
  name: "backup" | "invite" | "password" | "starter",
  variables: Record<string, string>,
  ...given: readonly string[]
): Promise<{ database: string | undefined; text: string }> {
  const { stdout } = await run(process.execPath, [`src/app/${name}-main.server.ts`, ...given], {
    env: { PATH: process.env["PATH"], EV_ENV_FILE: "/dev/null", ...variables },
  });
  const [, database, text = stdout] = /^Database: (.*)\n([\s\S]*)$/.exec(stdout) ?? [];
  return { database, text };
}

/** Starts a script in a process of its own, which is killed with the test at the latest. */
export function startScript(script: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Runs a script until it prints `says`, and kills it. */
export async function killScript(script: string, says: string): Promise<void> {
  const child = startScript(script);
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  expect(printed.toString()).toBe(says);
  child.kill("SIGKILL");
  await once(child, "exit");
}
