/** Servers and folders that are removed with their experiment. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, startServer } from "../e2e/server-process.ts";
import type { ExperimentContext } from "./experiment.ts";

/** A new folder, removed after the experiment. */
export async function makeFolder({ cleanUp }: Pick<ExperimentContext, "cleanUp">): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ev-chaos-"));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the built server, which is killed after the experiment if it still runs. See `startServer`. */
export async function start(
  { cleanUp }: Pick<ExperimentContext, "cleanUp">,
  env: Parameters<typeof startServer>[0],
): Promise<ServerProcess> {
  const server = await startServer({ LOG_LEVEL: "warn", ...env });
  cleanUp(() => kill(server));
  return server;
}

/** kill -9. @returns when the process is gone */
export async function kill({ process, ended }: ServerProcess): Promise<void> {
  process.kill("SIGKILL");
  await ended;
}
