/**
 * Measures the time from the start of the process to its first home page, and how much memory the app uses
 * then. `node bench/start.ts [rounds]`
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startServer } from "../e2e/server-process.ts";
import { atMost, duration, median, megabytes, printFindings } from "./findings.ts";
import { residentMegabytes, startProduct } from "./servers.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const IDLE_MS = 5_000;

/** @returns milliseconds from the start of the process to the complete first home page */
async function timeStart(dataDir: string): Promise<number> {
  const from = performance.now();
  const server = await startServer({ DATA_DIR: dataDir });
  await (await fetch(server.origin)).arrayBuffer();
  const ms = performance.now() - from;
  server.process.kill("SIGTERM");
  await server.ended;
  return ms;
}

const firstStarts: number[] = [];
const laterStarts: number[] = [];
// Like the first start of an installation, the first round fills Node's compile cache.
for (let round = 0; round <= ROUNDS; round++) {
  const dataDir = await mkdtemp(join(tmpdir(), "ev-bench-"));
  const first = await timeStart(dataDir);
  const later = await timeStart(dataDir);
  if (round > 0) firstStarts.push(first);
  if (round > 0) laterStarts.push(later);
  await rm(dataDir, { recursive: true });
}

const product = await startProduct();
await (await fetch(product.origin)).arrayBuffer();
await setTimeout(IDLE_MS);
const idleMegabytes = residentMegabytes(product, "VmRSS");
await product.stop();

printFindings(`The starter catalogue, median of ${ROUNDS} starts`, [
  atMost("a later start, to the first home page", 1_000, median(laterStarts), duration),
  atMost("the first start, which fills the catalogue", 1_600, median(firstStarts), duration),
  atMost("resident memory, idle", 160, idleMegabytes, megabytes),
]);
