/**
 * Reads of the product beside a bare server that sends the same bytes, in turns within one run.
 * `node bench/reads.ts [trims…]`; with several sizes it also says what the larger ones cost.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillCatalogue } from "./catalogues.ts";
import { count, duration, median } from "./figures.ts";
import { type Finding, printFindings, ratio } from "./findings.ts";
import { LOAD_PROGRAM, measure } from "./load.ts";
import { type Running, startFloor, startProduct } from "./servers.ts";

const ASKED_SIZES = process.argv.slice(2).map(Number);
const SIZES = ASKED_SIZES.length > 0 ? ASKED_SIZES : [1000];
/** Several: the machine changes its own speed from second to second. */
const ROUNDS = 5;
const SECONDS = 1;
const CONNECTIONS = 32;
/** Two ratios of one run differ by so much without a reason. */
const STEADY = 0.9;
const BROWSER = {
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "Mozilla/5.0 (X11; Linux x64) Chrome/140",
};
const FILTERED = "/api/evs?sort=price&order=asc&minRange=200&limit=60";

interface Case {
  name: string;
  paths: readonly string[];
  /** asks with the ETag that the first answer had */
  isKnown?: boolean;
  goal: number;
}

async function answerOf(origin: string, path: string, headers: Record<string, string>) {
  // Not by fetch, which decodes bodies; the floor needs the bytes as they travel.
  return new Promise<{ status: number; headers: Record<string, string>; body: string }>(
    (resolve, reject) => {
      request(`${origin}${path}`, { headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const { date: _date, connection: _c, "keep-alive": _k, ...kept } = answer.headers;
          resolve({
            status: answer.statusCode ?? 0,
            headers: kept as Record<string, string>, // none of ours comes twice
            body: Buffer.concat(chunks).toString("base64"),
          });
        });
      })
        .on("error", reject)
        .end();
    },
  );
}

/** The reads that have a goal; `ids` are those of models. */
function casesOf(ids: readonly number[]): Case[] {
  return [
    { name: "`GET /api/evs`", paths: ["/api/evs"], goal: 0.85 },
    { name: "home page", paths: ["/"], goal: 0.85 },
    { name: "compare page", paths: ["/compare"], goal: 0.85 },
    { name: "detail page", paths: [`/ev/${ids[0]}`], goal: 0.85 },
    { name: "304 of the list", paths: ["/api/evs"], isKnown: true, goal: 0.85 },
    { name: "`GET /api/evs/{id}`", paths: ids.map((id) => `/api/evs/${id}`), goal: 0.85 },
    { name: "filtered, sorted list of 60", paths: [FILTERED], goal: 0.5 },
  ];
}

/** The product and the floor in turns. */
async function compare(product: Running, { paths, isKnown }: Case, file: string) {
  const headers: Record<string, string> = { ...BROWSER };
  if (isKnown) {
    const first = await answerOf(product.origin, paths[0] ?? "/", headers);
    headers["if-none-match"] = first.headers["etag"] ?? "";
  }
  const answers = await Promise.all(
    paths.map(async (path) => [path, await answerOf(product.origin, path, headers)] as const),
  );
  await writeFile(file, JSON.stringify(Object.fromEntries(answers)));
  const floor = await startFloor(file);
  const load = { paths, headers, connections: CONNECTIONS, seconds: SECONDS };
  const ofFloor = () => measure({ ...load, origin: floor.origin });
  const ofProduct = () => measure({ ...load, origin: product.origin });
  // Both have compiled their code before the first round.
  await ofFloor();
  await ofProduct();
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const isFloorFirst = round % 2 === 0;
    const first = await (isFloorFirst ? ofFloor() : ofProduct());
    const second = await (isFloorFirst ? ofProduct() : ofFloor());
    const [low, ours] = isFloorFirst ? [first, second] : [second, first];
    rounds.push({ low, ours, ratio: ours.perSecond / low.perSecond });
  }
  await floor.stop();
  return {
    ratio: median(rounds.map((round) => round.ratio)),
    details:
      `${count(median(rounds.map(({ ours }) => ours.perSecond)))} of ` +
      `${count(median(rounds.map(({ low }) => low.perSecond)))}/s, ` +
      `${count(rounds[0]?.ours.bytes ?? 0)} bytes, ` +
      `p99 ${duration(median(rounds.map(({ ours }) => ours.p99)))}`,
  };
}

/** @returns the ratios by the name of the read */
async function measureSize(trims: number, folder: string): Promise<Map<string, number>> {
  const product = await startProduct({ STARTER_CATALOGUE: "false" }, (dataDir) =>
    fillCatalogue(dataDir, trims),
  );
  const list = (await (await fetch(`${product.origin}/api/evs?limit=50`)).json()) as {
    ev: { id: number };
  }[];
  const ids = [...new Set(list.map(({ ev }) => ev.id))];
  const ratios = new Map<string, number>();
  const findings: Finding[] = [];
  for (const each of casesOf(ids)) {
    const found = await compare(product, each, join(folder, "answers.json"));
    ratios.set(each.name, found.ratio);
    findings.push(ratio(each.name, each.goal, found.ratio, found.details));
  }
  await product.stop();
  printFindings(
    `${count(trims)} trims, ${CONNECTIONS} connections of ${LOAD_PROGRAM}, beside a bare server with the same bytes, median of ${ROUNDS} rounds`,
    findings,
  );
  return ratios;
}

const folder = await mkdtemp(join(tmpdir(), "ev-floor-"));
const [smallest, ...larger] = SIZES;
const atSmallest = await measureSize(smallest ?? 1000, folder);
for (const trims of larger) {
  const ratios = await measureSize(trims, folder);
  printFindings(
    `Ratio at ${count(trims)} trims by the ratio at ${count(smallest ?? 1000)}, so that only bytes may cost`,
    [...ratios].map(([name, found]) => ratio(name, STEADY, found / (atSmallest.get(name) ?? NaN))),
  );
}
await rm(folder, { recursive: true });
