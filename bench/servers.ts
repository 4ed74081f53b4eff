/** The servers under measurement and the floor server, each in a process of its own. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { startServer } from "../e2e/server-process.ts";

export interface Running {
  origin: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Servers run on core 0 and the load generator on core 1, where the system supports that. */
export function moveToCore(core: 0 | 1, { pid }: { pid?: number | undefined }): void {
  if (process.platform === "linux") spawnSync("taskset", ["-acp", String(core), String(pid)]);
}

/** Stops the server when this process exits, even if a measurement fails. */
function endWithUs(child: ChildProcess): void {
  process.once("exit", () => child.kill());
}

/** Starts the built app on a data folder that `fill` may prepare. */
export async function startProduct(
  env: Readonly<Record<string, string>> = {},
  fill?: (dataDir: string) => Promise<void>,
): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), "ev-bench-"));
  await fill?.(dataDir);
  const server = await startServer({ LOG_LEVEL: "warn", ...env, DATA_DIR: dataDir });
  moveToCore(0, server.process);
  endWithUs(server.process);
  return {
    origin: server.origin,
    process: server.process,
    async stop() {
      server.process.kill("SIGTERM");
      await server.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the floor, a bare `node:http` server.
 * @param origin of the app whose bytes and headers it sends for these paths
 */
export async function startFloor(
  origin: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<Running> {
  const request = JSON.stringify({ origin, paths, headers });
  const child = spawn(process.execPath, ["bench/floor-server.ts", request], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  moveToCore(0, child);
  endWithUs(child);
  // It prints its address once it listens.
  const [floorOrigin] = await once(createInterface(child.stdout), "line");
  return {
    origin: String(floorOrigin),
    process: child,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** The ids of the first models, in the list's order. */
export async function readModelIds(origin: string): Promise<readonly number[]> {
  const answer = await fetch(`${origin}/api/evs?limit=100`);
  const list = (await answer.json()) as { ev: { id: number } }[];
  return [...new Set(list.map(({ ev }) => ev.id))];
}

/** @param figure `VmRSS` is the process's current memory, `VmHWM` its peak */
export function residentMegabytes({ process: { pid } }: Running, figure: "VmRSS" | "VmHWM") {
  const status = readFileSync(`/proc/${pid}/status`, "utf8"); // Linux only
  return Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}
