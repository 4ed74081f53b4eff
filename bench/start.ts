/**
 * From the start of the process to its first answer, beside a bare `node:http` server in the same
 * run, and the memory that the product then holds. `node bench/start.ts`
 */
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fillStarter } from "./catalogues.ts";
import { duration, median } from "./figures.ts";
import { atMost, printFindings } from "./findings.ts";
import { measure, type Running, startBare, startProduct } from "./servers.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const GOAL_MS = 300;
const IDLE_MB = 100;
const LOADED_MB = 160;
const IDLE_MS = 5_000;
/** As in bench/reads.ts. */
const LOAD = { connections: 32, seconds: 2, headers: { "accept-encoding": "gzip, deflate, br" } };
const READS = ["/api/evs", "/", "/compare", "/ev/1", "/api/evs/1", "/api/evs?limit=60"];

const megabytes = (value: number) => `${Math.round(value)} MB`;

function residentMegabytes({ process: { pid } }: Running): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** @returns milliseconds from the start of the process to the whole first answer */
async function firstAnswer({ origin, startedAt }: Running, path: string): Promise<number> {
  await (await fetch(origin + path)).arrayBuffer();
  return performance.now() - startedAt;
}

await fetch("data:,"); // so that loading the client counts for nobody
const times: { bare: number; list: number; home: number }[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  const bare = await startBare();
  const time = { bare: await firstAnswer(bare, "/"), list: 0, home: 0 };
  await bare.stop();
  for (const [name, path] of [
    ["list", "/api/evs"],
    ["home", "/"],
  ] as const) {
    const product = await startProduct({ STARTER_CATALOGUE: "true" }, fillStarter);
    time[name] = await firstAnswer(product, path);
    await product.stop();
  }
  // The first round fills Node's cache of compiled code, as the first start of an installation does.
  if (round > 0) times.push(time);
}

const product = await startProduct({}, fillStarter);
await firstAnswer(product, "/");
await setTimeout(IDLE_MS);
const idle = residentMegabytes(product);
for (const path of READS) await measure({ ...LOAD, origin: product.origin, paths: [path] });
const loaded = residentMegabytes(product);
await product.stop();

const bareMs = median(times.map(({ bare }) => bare));
const beside = (ms: number) =>
  `${(ms / bareMs).toFixed(1)} times a bare server, ${duration(bareMs)}`;
const listMs = median(times.map(({ list }) => list));
const homeMs = median(times.map(({ home }) => home));
printFindings(`The starter catalogue, one core, median of ${ROUNDS} starts`, [
  atMost("process start to the first list", GOAL_MS, listMs, duration, beside(listMs)),
  atMost("process start to the first home page", GOAL_MS, homeMs, duration, beside(homeMs)),
  atMost("resident memory, idle", IDLE_MB, idle, megabytes),
  atMost("resident memory after the reads", LOADED_MB, loaded, megabytes),
]);
