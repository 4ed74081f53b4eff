/** The servers that are measured against each other. Each runs as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { START } from "../e2e/server-process.ts";

export interface Running {
  origin: string;
  /** when its process was started, by `performance.now()` */
  startedAt: number;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Servers get one core, the load another (load.ts), where the system can say so. */
const ON_SERVER_CORE = process.platform === "linux" ? ["taskset", "-c", "0"] : [];

/** Where a server may run: on its own core, or on all, as whoever starts it has them. */
export type Cores = "one" | "all";

async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cores: Cores = "one",
): Promise<Running> {
  const onCores = cores === "one" ? ON_SERVER_CORE : [];
  const [program = "", ...rest] = [...onCores, process.execPath, ...args];
  const startedAt = performance.now();
  const child = spawn(program, rest, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0", ...env },
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (text: Buffer) => {
      printed += text.toString();
      const found = /^Ready: (http:\S+)$/m.exec(printed)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", () => reject(new Error(`${args[0]} ended: ${printed}`)));
  });
  return {
    origin,
    startedAt,
    process: child,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** The built product on a data folder that `fill` may prepare. */
export async function startProduct(
  env: Readonly<Record<string, string>> = {},
  fill?: (dataDir: string) => Promise<void>,
  cores?: Cores,
): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), "ev-bench-"));
  await fill?.(dataDir);
  const given = { RATE_LIMITS: "off", LOG_LEVEL: "warn", ...env, DATA_DIR: dataDir };
  const running = await start(START, given, cores);
  return {
    ...running,
    async stop() {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The floor: Node's own HTTP server that sends what it was given, as fast as Node can. */
export function startFloor(answersFile: string): Promise<Running> {
  return start(["bench/floor-server.ts", answersFile]);
}

/** The floor of a start: the shortest program that answers. */
export function startBare(cores: Cores): Promise<Running> {
  const program = `const server = require("node:http").createServer((_, answer) => answer.end("ok"));
    server.listen(0, "127.0.0.1", () => console.log("Ready: http://127.0.0.1:" + server.address().port));`;
  return start(["--input-type=commonjs", "--eval", program], {}, cores);
}

/** The floor of durable writes. */
export function startVoteFloor(): Promise<Running> {
  return start(["bench/vote-floor.ts"]);
}
