/**
 * Reads of the product beside a bare server that sends the same bytes, in turns within one run.
 * `node bench/reads.ts [trims]`; prints a table with the ratio of requests a second.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillCatalogue } from "./catalogues.ts";
import { measure, startFloor, startProduct } from "./servers.ts";

const TRIMS = Number(process.argv[2] ?? 1000);
const ROUNDS = Number(process.argv[3] ?? 3);
const SECONDS = 2;
const CONNECTIONS = 32;
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

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

async function answerOf(origin: string, path: string, headers: Record<string, string>) {
  // Undici decodes bodies; the floor needs the bytes as they travel.
  const { request } = await import("node:http");
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

const product = await startProduct({ STARTER_CATALOGUE: "false" }, (folder) =>
  fillCatalogue(folder, TRIMS),
);
const list = (await (await fetch(`${product.origin}/api/evs`)).json()) as { ev: { id: number } }[];
const ids = [...new Set(list.map(({ ev }) => ev.id))].slice(0, 50);
const cases: Case[] = [
  { name: "GET /api/evs", paths: ["/api/evs"], goal: 0.9 },
  { name: "home page", paths: ["/"], goal: 0.9 },
  { name: "compare page", paths: ["/compare"], goal: 0.9 },
  { name: "detail page", paths: [`/ev/${ids[0]}`], goal: 0.9 },
  { name: "304 of the list", paths: ["/api/evs"], isKnown: true, goal: 0.85 },
  { name: "GET /api/evs/{id}", paths: ids.map((id) => `/api/evs/${id}`), goal: 0.85 },
  { name: "filtered, sorted, 60", paths: [FILTERED], goal: 0.5 },
];

console.log(`${TRIMS} trims, ${CONNECTIONS} connections, median of ${ROUNDS} rounds\n`);
console.log("| read | bytes | floor/s | product/s | ratio | goal | p99 ms |");
console.log("| --- | --: | --: | --: | --: | --: | --: |");
const folder = await mkdtemp(join(tmpdir(), "ev-floor-"));
for (const each of cases) {
  const headers: Record<string, string> = { ...BROWSER };
  if (each.isKnown) {
    const first = await answerOf(product.origin, each.paths[0] ?? "/", headers);
    headers["if-none-match"] = first.headers["etag"] ?? "";
  }
  const answers = await Promise.all(
    each.paths.map(async (path) => [path, await answerOf(product.origin, path, headers)] as const),
  );
  const file = join(folder, "answers.json");
  await writeFile(file, JSON.stringify(Object.fromEntries(answers)));
  const floor = await startFloor(file);
  const load = { paths: each.paths, headers, connections: CONNECTIONS, seconds: SECONDS };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const low = await measure({ ...load, origin: floor.origin });
    const ours = await measure({ ...load, origin: product.origin });
    rounds.push({ low, ours, ratio: ours.perSecond / low.perSecond });
  }
  await floor.stop();
  const low = Math.round(median(rounds.map((round) => round.low.perSecond)));
  const ours = Math.round(median(rounds.map((round) => round.ours.perSecond)));
  const p99 = median(rounds.map((round) => round.ours.p99)).toFixed(1);
  const ratio = median(rounds.map((round) => round.ratio)).toFixed(2);
  const bytes = Math.round(rounds[0]?.ours.bytes ?? 0);
  console.log(
    `| ${each.name} | ${bytes} | ${low} | ${ours} | ${ratio} | ${each.goal.toFixed(2)} | ${p99} |`,
  );
}
await product.stop();
await rm(folder, { recursive: true });
