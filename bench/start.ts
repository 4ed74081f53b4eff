/**
 * From the start of the process to its first answer, beside a bare `node:http` server in the same
 * run, the memory that the product then holds, and its first drawings. `node bench/start.ts`
 *
 * On the cores that the machine has, as whoever starts it finds it, and on one: V8 compiles and
 * collects on other threads, which then wait for their turn.
 */
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fillStarter } from "./catalogues.ts";
import { drawingPath } from "../src/features/images/images.ts";
import type { EvListEntry } from "../src/vehicle/vehicle.ts";
import { count, duration, median } from "./figures.ts";
import { atMost, printFindings } from "./findings.ts";
import { measure } from "./load.ts";
import { type Cores, type Running, startBare, startProduct } from "./servers.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const GOAL_MS = 500;
const IDLE_MB = 140;
const LOADED_MB = 180;
const DRAWN_MB = 240;
const FIRST_DRAWING_MS = 150;
const THUMBNAIL_MS = 25;
const THUMBNAIL_BYTES = 2_048;
const IDLE_MS = 5_000;
/** As in bench/reads.ts. */
const LOAD = { connections: 32, seconds: 2, headers: { "accept-encoding": "gzip, deflate, br" } };
const READS = ["/api/evs", "/", "/compare", "/ev/1", "/api/evs/1", "/api/evs?limit=60"];

/** Milliseconds to the first answer. */
type Times = Record<"bare" | "list" | "home", number>;

const megabytes = (value: number) => `${Math.round(value)} MB`;

function residentMegabytes({ process: { pid } }: Running): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** @returns milliseconds from the start of the process to the whole first answer */
async function firstAnswer({ origin, startedAt }: Running, path: string): Promise<number> {
  await (await fetch(origin + path)).arrayBuffer();
  return performance.now() - startedAt;
}

async function startOnce(start: () => Promise<Running>, path: string): Promise<number> {
  const running = await start();
  const ms = await firstAnswer(running, path);
  await running.stop();
  return ms;
}

const startStarter = (cores: Cores) =>
  startProduct({ STARTER_CATALOGUE: "true" }, fillStarter, cores);

/** Asks for a thumbnail of every model, one after the other, none of which is made yet. */
async function drawThumbnails({ origin }: Running) {
  const answer = await fetch(`${origin}/api/evs`);
  // What listEvs answers.
  const entries = (await answer.json()) as EvListEntry[];
  const models = new Map(entries.map(({ ev }) => [ev.id, ev]));
  const thumbnails: { ms: number; bytes: number }[] = [];
  for (const ev of models.values()) {
    const from = performance.now();
    const picture = await fetch(origin + drawingPath(ev, "webp", 240));
    const { byteLength } = await picture.arrayBuffer();
    thumbnails.push({ ms: performance.now() - from, bytes: byteLength });
  }
  return thumbnails;
}

await fetch("data:,"); // so that loading the client counts for nobody
const CORES: readonly Cores[] = ["all", "one"];
const times: Record<Cores, Times[]> = { all: [], one: [] };
for (let round = 0; round <= ROUNDS; round++) {
  for (const cores of CORES) {
    const time = {
      bare: await startOnce(() => startBare(cores), "/"),
      list: await startOnce(() => startStarter(cores), "/api/evs"),
      home: await startOnce(() => startStarter(cores), "/"),
    };
    // The first round fills Node's cache of compiled code, as the first start of an installation does.
    if (round > 0) times[cores].push(time);
  }
}

const product = await startProduct({}, fillStarter);
await firstAnswer(product, "/");
await setTimeout(IDLE_MS);
const idle = residentMegabytes(product);
for (const path of READS) await measure({ ...LOAD, origin: product.origin, paths: [path] });
const loaded = residentMegabytes(product);
const [first, ...thumbnails] = await drawThumbnails(product);
const drawn = residentMegabytes(product);
await product.stop();

const ofStarts = CORES.flatMap((cores) => {
  const bareMs = median(times[cores].map(({ bare }) => bare));
  return (["list", "home"] as const).map((name) => {
    const ms = median(times[cores].map((time) => time[name]));
    const what = name === "list" ? "the first list" : "the first home page";
    const where = cores === "one" ? ", all of it on one core" : "";
    const beside = `${(ms / bareMs).toFixed(1)} times a bare server, ${duration(bareMs)}`;
    return atMost(`process start to ${what}${where}`, GOAL_MS, ms, duration, beside);
  });
});
printFindings(`The starter catalogue, median of ${ROUNDS} starts`, [
  ...ofStarts,
  atMost("resident memory, idle", IDLE_MB, idle, megabytes),
  atMost("resident memory after the reads", LOADED_MB, loaded, megabytes),
  atMost(
    "first thumbnail of a car, with the library",
    FIRST_DRAWING_MS,
    first?.ms ?? NaN,
    duration,
  ),
  atMost("the next, median", THUMBNAIL_MS, median(thumbnails.map(({ ms }) => ms)), duration),
  atMost(
    "largest thumbnail",
    THUMBNAIL_BYTES,
    Math.max(...thumbnails.map(({ bytes }) => bytes)),
    (bytes) => `${count(bytes)} bytes`,
  ),
  atMost("resident memory after all of them", DRAWN_MB, drawn, megabytes),
]);
