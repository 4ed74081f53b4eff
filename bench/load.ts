/** Loads a server with requests from wrk, which runs on a core of its own. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface Load {
  origin: string;
  /** requested in turn */
  paths: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** kept alive, with one request at a time on each */
  connections: number;
  /** whole seconds */
  seconds: number;
}

export interface Measured {
  perSecond: number;
  /** milliseconds */
  p50: number;
  p99: number;
  /** answers with status 400 or higher, and broken connections */
  failures: number;
  /** bytes received per answer on average */
  bytes: number;
}

if (spawnSync("wrk", ["-v"]).error) {
  console.error("wrk was not found: install it, with apt-get install wrk on Debian or Ubuntu.");
  process.exit(1);
}

const SCRIPT = fileURLToPath(new URL("wrk.lua", import.meta.url));
const ON_LOAD_CORE = process.platform === "linux" ? ["taskset", "-c", "1"] : [];

/** @throws Error when wrk ends without a result */
export async function measure({ origin, paths, headers = {}, ...size }: Load): Promise<Measured> {
  const { connections, seconds } = size;
  const options = `--threads 1 --connections ${connections} --duration ${seconds}s --script`;
  const child = spawn("env", [...ON_LOAD_CORE, "wrk", ...options.split(" "), SCRIPT, origin], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      PATHS: paths.join("\n"),
      HEADERS: Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n"),
    },
  });
  let printed = "";
  child.stdout.on("data", (text: Buffer) => (printed += text.toString()));
  await once(child, "close");
  const line = printed.split("\n").findLast((text) => text.startsWith("{"));
  if (line === undefined) throw new Error(`wrk measured nothing: ${printed}`);
  return JSON.parse(line) as Measured; // written by wrk.lua
}
