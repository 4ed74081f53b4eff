/** Loads a server with requests by wrk, from a core of its own. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface Load {
  origin: string;
  /** asked for one after the other */
  paths: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** body of a POST, JSON; a GET when absent */
  body?: string;
  /** kept alive, one request at a time on each */
  connections: number;
  /** whole seconds */
  seconds: number;
}

export interface Measured {
  perSecond: number;
  /** milliseconds */
  p50: number;
  p99: number;
  /** answers of status 400 and more, and connections that broke */
  failures: number;
  /** bytes received per answer, on average */
  bytes: number;
}

/** Ends this program with a sentence where another one is missing, before a server has started. */
export function requireProgram(name: "wrk" | "nginx"): void {
  if (!spawnSync(name, ["-v"]).error) return;
  console.error(
    `${name} was not found: install it, with apt-get install ${name} on Debian or Ubuntu.`,
  );
  process.exit(1);
}

requireProgram("wrk");

const SCRIPT = fileURLToPath(new URL("wrk.lua", import.meta.url));
const ON_LOAD_CORE = process.platform === "linux" ? ["taskset", "-c", "1"] : [];

/** @throws Error when wrk ends without a figure */
export async function measure({
  origin,
  paths,
  headers = {},
  body,
  ...size
}: Load): Promise<Measured> {
  const sent = body === undefined ? headers : { ...headers, "content-type": "application/json" };
  const { connections, seconds } = size;
  const options = `--threads 1 --connections ${connections} --duration ${seconds}s --script`;
  const child = spawn("env", [...ON_LOAD_CORE, "wrk", ...options.split(" "), SCRIPT, origin], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      PATHS: paths.join("\n"),
      HEADERS: Object.entries(sent)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n"),
      ...(body !== undefined && { BODY: body }),
    },
  });
  let printed = "";
  child.stdout.on("data", (text: Buffer) => (printed += text.toString()));
  await once(child, "close");
  const line = printed.split("\n").findLast((text) => text.startsWith("{"));
  if (line === undefined) throw new Error(`wrk measured nothing: ${printed}`);
  return JSON.parse(line) as Measured; // wrk.lua wrote it
}
