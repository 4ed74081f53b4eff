/**
 * Measures reads of the app next to a bare server that sends the same bytes; both take turns within one run.
 * `node bench/reads.ts [trims…]`
 */
import { fillCatalogue } from "./catalogues.ts";
import { count, duration, type Finding, median, printFindings, ratio } from "./findings.ts";
import { measure, type Measured } from "./load.ts";
import { readModelIds, type Running, startFloor, startProduct } from "./servers.ts";

const SIZES = process.argv.slice(2).map(Number);
const GOAL = 0.5;
/** Several rounds, because the machine's speed changes from second to second. */
const ROUNDS = 5;
const LOAD = { connections: 32, seconds: 1 };
const BROWSER = {
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "Mozilla/5.0 (X11; Linux x64) Chrome/140",
};

/** Measures the app and the floor in turn. @param headers sent in addition to a browser's */
async function compareWithFloor(
  product: Running,
  { name, path, headers = {} }: { name: string; path: string; headers?: Record<string, string> },
): Promise<Finding> {
  const target = { paths: [path], headers: { ...BROWSER, ...headers } };
  const floor = await startFloor(product.origin, target.paths, target.headers);
  const load = (origin: string) => measure({ ...LOAD, ...target, origin });
  // Warm up both, so that their code is compiled before the first round.
  await load(floor.origin);
  await load(product.origin);
  const rounds: { low: Measured; ours: Measured; ratio: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const low = await load(floor.origin);
    const ours = await load(product.origin);
    rounds.push({ low, ours, ratio: ours.perSecond / low.perSecond });
  }
  await floor.stop();
  const medianOf = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const details = [
    `${count(medianOf(({ ours }) => ours.perSecond))} of ${count(medianOf(({ low }) => low.perSecond))}/s`,
    `${count(medianOf(({ ours }) => ours.bytes))} bytes`,
    `p99 ${duration(medianOf(({ ours }) => ours.p99))}`,
  ];
  return ratio(
    name,
    GOAL,
    medianOf((round) => round.ratio),
    details.join(", "),
  );
}

async function measureSize(trims: number): Promise<void> {
  const product = await startProduct({ STARTER_CATALOGUE: "false" }, (dataDir) =>
    fillCatalogue(dataDir, trims),
  );
  const [id] = await readModelIds(product.origin);
  const list = await fetch(`${product.origin}/api/evs`, { headers: BROWSER });
  const etag = list.headers.get("etag") ?? "";
  const findings = [];
  for (const read of [
    { name: "`GET /api/evs`", path: "/api/evs" },
    { name: "home page", path: "/" },
    { name: "detail page", path: `/ev/${id}` },
    { name: "compare page", path: "/compare" },
    { name: "304 of the list", path: "/api/evs", headers: { "if-none-match": etag } },
  ]) {
    findings.push(await compareWithFloor(product, read));
  }
  await product.stop();
  printFindings(
    `${count(trims)} trims, ${LOAD.connections} connections of wrk, beside a bare server with the same bytes, median of ${ROUNDS} rounds`,
    findings,
  );
}

for (const trims of SIZES.length > 0 ? SIZES : [1000, 10_000]) await measureSize(trims);
