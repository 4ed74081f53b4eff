/**
 * What a small edit costs the readers after it: the first answers from the changed catalogue, and
 * how long other requests wait meanwhile. `node bench/rebuild.ts [trims…]`; beside it the least
 * that the whole list costs, `JSON.stringify` and brotli 5 of the same list in the same run.
 */
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { fillCatalogue } from "./catalogues.ts";
import { count, duration, median, quantile } from "./figures.ts";
import { atMost, type Finding, printFindings } from "./findings.ts";
import { startProduct } from "./servers.ts";

const SIZES = process.argv.slice(2).map(Number).filter(Boolean);
const ROUNDS = 15;
const OTHERS_EVERY_MS = 2;
/** The first read by the number of trims; at 100,000 it only has to leave others alone. */
const GOAL_MS = new Map([
  [1_000, 40],
  [10_000, 150],
]);
/** Other requests beside it. */
const OTHERS_GOAL_MS = 50;
const MANY_TRIMS = 100_000;
const OTHERS_GOAL_OF_MANY_MS = 500;
/** Between two rounds: what the one before has left to do is not measured by the next. */
const PAUSE_MS = 100;
const OTHERS = ["/healthz", "/favicon.svg"];
const ADMINISTRATOR = { username: "admin", password: "correct horse battery" };
const PROBE_ARGUMENT = "--others";
const BROWSER = {
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "Mozilla/5.0 (X11; Linux x64) Chrome/140",
};

interface Answered {
  /** milliseconds until the answer began */
  took: number;
  status: number;
  cookies: readonly string[];
  body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Undici decodes bodies, which would be measured too. */
function ask(
  url: string,
  { method = "GET", headers = {}, body }: { method?: string; headers?: object; body?: string } = {},
): Promise<Answered> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      { method, agent, headers: { ...BROWSER, ...headers } },
      (answer) => {
        const took = performance.now() - started;
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({
            took,
            status: answer.statusCode ?? 0,
            cookies: answer.headers["set-cookie"] ?? [],
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    asking.on("error", reject).end(body);
  });
}

const JSON_BODY = { "content-type": "application/json" };

/**
 * Asks other things, one after the other, until told to stop. Whoever would have asked while one
 * answer was waited for has waited, too: a wait counts as all those that it made.
 */
async function askOthers(origin: string): Promise<void> {
  const over = new AbortController();
  process.once("message", () => over.abort());
  for (let warm = 0; warm < 50; warm++) await ask(`${origin}${OTHERS[warm % OTHERS.length]}`);
  process.send?.("ready");
  const times: number[] = [];
  for (let at = 0; !over.signal.aborted; at++) {
    const { took } = await ask(`${origin}${OTHERS[at % OTHERS.length]}`);
    for (let wait = took; wait > 0; wait -= OTHERS_EVERY_MS) times.push(wait);
    await setTimeout(OTHERS_EVERY_MS);
  }
  process.send?.({ p99: quantile(times, 0.99), max: quantile(times, 1) });
  process.disconnect();
}

/** Runs `work` while another process asks for other things. */
async function besideOthers(origin: string, work: () => Promise<void>) {
  const others = fork(fileURLToPath(import.meta.url), [PROBE_ARGUMENT, origin]);
  await once(others, "message");
  await work();
  others.send("stop");
  const [waits] = (await once(others, "message")) as [{ p99: number; max: number }]; // it sent them
  await once(others, "exit");
  return waits;
}

async function measureSize(trims: number): Promise<Finding[]> {
  const product = await startProduct(
    {
      STARTER_CATALOGUE: "false",
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    },
    (folder) => fillCatalogue(folder, trims),
  );
  const { origin } = product;
  const { cookies } = await ask(`${origin}/api/login`, {
    method: "POST",
    headers: JSON_BODY,
    body: JSON.stringify(ADMINISTRATOR),
  });
  const cookie = cookies.map((each) => each.split(";")[0]).join("; ");
  const list = JSON.parse(
    brotliDecompressSync((await ask(`${origin}/api/evs`)).body).toString(),
  ) as { ev: { id: number }; trim: { rowId: number } }[];
  const middle = list[list.length >> 1];
  let price = 40_000;
  const edit = async () => {
    const { status } = await ask(`${origin}/api/evs/${middle?.trim.rowId}`, {
      method: "PUT",
      headers: { ...JSON_BODY, cookie },
      body: JSON.stringify({ price: price++ }),
    });
    if (status !== 200) throw new Error(`The edit was answered ${status}`);
  };

  const floors: number[] = [];
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    brotliCompressSync(JSON.stringify(list), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
    });
    floors.push(performance.now() - started);
  }
  const floor = median(floors);
  const reads = [
    ["one EV", `/api/evs/${middle?.ev.id}`],
    ["the list", "/api/evs"],
    ["the list, filtered", "/api/evs?sort=price&order=asc&minRange=200&limit=60"],
    ["home", "/"],
  ] as const;
  const findings: Finding[] = [];
  for (const [name, path] of reads) {
    for (let warm = 0; warm < 5; warm++) {
      await edit();
      await ask(`${origin}${path}`);
    }
    const edits: number[] = [];
    const firsts: number[] = [];
    const waits = await besideOthers(origin, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const started = performance.now();
        await edit();
        edits.push(performance.now() - started);
        firsts.push((await ask(`${origin}${path}`)).took);
        await setTimeout(PAUSE_MS);
      }
    });
    const first = median(firsts);
    const statement = `${count(trims)} trims: first read of ${name}`;
    const details =
      `slowest ${duration(Math.max(...firsts))}, the edit ${duration(median(edits))}, ` +
      `${(first / floor).toFixed(2)} of the floor, ${duration(floor)}`;
    const goal = GOAL_MS.get(trims);
    findings.push(
      goal === undefined
        ? { statement, measured: duration(first), details }
        : atMost(statement, goal, first, duration, details),
      atMost(
        `${count(trims)} trims: others beside ${name}, longest wait`,
        trims < MANY_TRIMS ? OTHERS_GOAL_MS : OTHERS_GOAL_OF_MANY_MS,
        waits.max,
        duration,
        `p99 ${duration(waits.p99)}`,
      ),
    );
  }
  findings.push({
    statement: `${count(trims)} trims: resident memory afterwards`,
    measured: await megabytes(origin, "process_resident_memory_bytes"),
    details: `heap ${await megabytes(origin, "nodejs_heap_size_used_bytes")}`,
  });
  await product.stop();
  return findings;
}

async function megabytes(origin: string, metric: string): Promise<string> {
  const { body } = await ask(`${origin}/metrics`);
  const [, bytes] = new RegExp(`^${metric} (\\S+)`, "m").exec(body.toString()) ?? [];
  return `${Math.round(Number(bytes) / 1_000_000)} MB`;
}

if (process.argv[2] === PROBE_ARGUMENT) await askOthers(process.argv[3] ?? "");
else {
  // The server has the other core to itself; whoever this process starts stays here, too.
  if (process.platform === "linux") spawnSync("taskset", ["-pc", "1", String(process.pid)]);
  const findings: Finding[] = [];
  for (const trims of SIZES.length > 0 ? SIZES : [1000, 10_000, 100_000]) {
    findings.push(...(await measureSize(trims)));
  }
  const how = `After an edit of one price, median of ${ROUNDS} first reads; others ask 2 ms apart`;
  printFindings(how, findings);
}
agent.destroy();
