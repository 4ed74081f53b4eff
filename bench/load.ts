/** Loads a server with requests, from a core of its own. */
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
  max: number;
  /** answers of status 400 and more, and connections that broke */
  failures: number;
  /** bytes received per answer, on average */
  bytes: number;
}

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

/** What sends the load. Our own program needs more processor time for a request than the server. */
export const LOAD_PROGRAM = hasWrk ? "wrk" : "bench/load-program.ts";

const ON_LOAD_CORE = process.platform === "linux" ? ["taskset", "-c", "1"] : [];
const fileBeside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

function wrk({ origin, paths, headers = {}, body, connections, seconds }: Load) {
  const sent = body === undefined ? headers : { ...headers, "content-type": "application/json" };
  const script = ["--script", fileBeside("wrk.lua")];
  const size = [
    "--threads",
    "1",
    "--connections",
    String(connections),
    "--duration",
    `${seconds}s`,
  ];
  return {
    args: ["wrk", ...size, ...script, origin],
    env: {
      PATHS: paths.join("\n"),
      HEADERS: Object.entries(sent)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n"),
      ...(body !== undefined && { BODY: body }),
    },
  };
}

/** @throws Error when the load program ends without a figure */
export async function measure(load: Load): Promise<Measured> {
  const program = hasWrk
    ? wrk(load)
    : { args: [process.execPath, fileBeside("load-program.ts"), JSON.stringify(load)], env: {} };
  const [command = "", ...args] = [...ON_LOAD_CORE, ...program.args];
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], ...program.env },
  });
  let printed = "";
  child.stdout.on("data", (text: Buffer) => (printed += text.toString()));
  await once(child, "close");
  const line = printed.split("\n").findLast((text) => text.startsWith("{"));
  if (line === undefined) throw new Error(`${LOAD_PROGRAM} measured nothing: ${printed}`);
  return JSON.parse(line) as Measured; // wrk.lua or load-program.ts wrote it
}
