/**
 * An import of a CSV file over HTTP while others read and vote. `node bench/import.ts [rows]`;
 * beside it the least that any import has to do: parse the file and insert its rows, in one go.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { parse } from "csv-parse/sync";
import { fillCatalogue } from "./catalogues.ts";
import { count, duration, quantile } from "./figures.ts";
import { atMost, type Finding, printFindings } from "./findings.ts";
import { startProduct } from "./servers.ts";

const ROWS = Number(process.argv[2] ?? 10_000);
const READ_EVERY_MS = 10;
const VOTE_EVERY_MS = 50;
const ADMINISTRATOR = { username: "admin", password: "correct horse battery" };
const FLOOR_ARGUMENT = "--floor";
/** 10,000 rows in a second, 100,000 in twelve. */
const GOAL_MS_A_ROW = ROWS > 10_000 ? 0.12 : 0.1;
const READERS_P99_MS = 100;
/** Until the memory after an import is read. */
const QUIET_MS = 2_000;
const MEMORY_MB = ROWS > 10_000 ? 200 : 100;

/** @param more dollars on each price */
function csvOf(rows: number, more = 0): string {
  const lines = [
    "make,model,trim,year,price,range,charging,acceleration,bodyType,image,topSpeed,driveType,seatingCapacity,cargoSpace,batteryCapacity,maxChargingSpeed,taxCreditEligible",
  ];
  for (let at = 0; at < rows; at++) {
    lines.push(
      `Maker ${at % 40},Car ${at >> 2},"Trim ${at}, long range",${2020 + (at % 10)},${30_000 + at + more},${200 + (at % 300)},${20 + (at % 30)},5.${at % 10},SUV,https://example.com/pictures/${at}.webp,${120 + (at % 50)},AWD,5,${20 + (at % 30)}.5,${60 + (at % 40)},${150 + (at % 100)},true`,
    );
  }
  return lines.join("\n");
}

const FORM_TYPE = "multipart/form-data; boundary=bench";

/** A form as bytes: whoever makes it while others read is busy, and keeps them waiting itself. */
function formOf(csv: string): Buffer<ArrayBuffer> {
  const head =
    '--bench\r\ncontent-disposition: form-data; name="file"; filename="bench.csv"\r\ncontent-type: text/csv\r\n\r\n';
  return Buffer.from(`${head}${csv}\r\n--bench--\r\n`);
}

/** What it takes to parse the file and to insert its cells into a table with the same key. */
interface Taken {
  ms: number;
  /** of the processor, which other programs lengthen less */
  processorMs: number;
}

function takeFloor(text: string): Taken {
  const started = performance.now();
  const used = process.cpuUsage();
  const records = parse(text);
  const database = new DatabaseSync(":memory:");
  const columns = records[0] ?? [];
  database.exec(
    `create table rows (${columns.join(",")}, unique (make, model, trim, year)); begin`,
  );
  const insert = database.prepare(`insert into rows values (${columns.map(() => "?").join(",")})`);
  for (const record of records.slice(1)) insert.run(...record);
  database.exec("commit");
  const { user, system } = process.cpuUsage(used);
  return { ms: performance.now() - started, processorMs: (user + system) / 1000 };
}

const megabytes = (value: number) => `${Math.round(value)} MB`;

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Milliseconds of processor that the process has used (Linux counts in hundredths). */
function processorMs(pid: number): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return 10 * ((user ?? 0) + (system ?? 0));
}

/**
 * Calls one after the other until stopped; keeps how long each answer took. Whoever would have called
 * meanwhile has waited, too.
 */
function repeat(everyMs: number, call: () => Promise<unknown>) {
  const over = new AbortController();
  const times: number[] = [];
  async function callOn(): Promise<void> {
    while (!over.signal.aborted) {
      const started = performance.now();
      await call();
      const took = performance.now() - started;
      for (let wait = took; wait > 0; wait -= everyMs) times.push(wait);
      await setTimeout(everyMs);
    }
  }
  const calling = callOn();
  return async () => {
    over.abort();
    await calling;
    return times;
  };
}

async function main(): Promise<void> {
  const text = csvOf(ROWS);
  const product = await startProduct(
    {
      STARTER_CATALOGUE: "false",
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    },
    (folder) => fillCatalogue(folder, 1000),
  );
  const { origin } = product;
  const pid = product.process.pid ?? 0;
  const login = await fetch(`${origin}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMINISTRATOR),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const list = (await (await fetch(`${origin}/api/evs`)).json()) as { ev: { id: number } }[];
  const read = async () => (await fetch(`${origin}/`)).arrayBuffer();
  const vote = async () =>
    (
      await fetch(`${origin}/api/evs/${list[0]?.ev.id}/votes`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"isUpvote":true}',
      })
    ).arrayBuffer();
  const upload = async (query: string, body: ReturnType<typeof formOf>) => {
    const started = performance.now();
    const answer = await fetch(`${origin}/api/evs/upload${query}`, {
      method: "POST",
      headers: { cookie, "content-type": FORM_TYPE },
      body,
    });
    await answer.arrayBuffer();
    return { took: performance.now() - started, status: answer.status };
  };
  // Code that has run before is compiled; a real server has.
  await upload("?list=0&dryRun=true", formOf(csvOf(2000)));
  for (let at = 0; at < 20; at++) await Promise.all([read(), vote()]);

  const floor = JSON.parse(
    spawnSync(process.execPath, [fileURLToPath(import.meta.url), String(ROWS), FLOOR_ARGUMENT], {
      encoding: "utf8",
    }).stdout,
  ) as Taken; // `takeFloor` printed it
  // Others have been here all the while, not only since the file came.
  for (let at = 0; at < 20; at++) await read();
  const findings: Finding[] = [];
  const file = formOf(text);
  const cases = [
    ["dry run", "?list=100&dryRun=true", file],
    ["import", "?list=100", file],
    ["same file again", "?list=100", file],
    ["update of every row", "?list=100&existing=update", formOf(csvOf(ROWS, 7))],
  ] as const;
  const idle = residentMegabytes(pid);
  for (const [name, query, body] of cases) {
    const before = residentMegabytes(pid);
    let most = before;
    const watching = setInterval(() => (most = Math.max(most, residentMegabytes(pid))), 10);
    const reads = repeat(READ_EVERY_MS, read);
    const votes = repeat(VOTE_EVERY_MS, vote);
    const usedBefore = processorMs(pid);
    const { took, status } = await upload(query, body);
    const used = processorMs(pid) - usedBefore;
    const [readTimes, voteTimes] = await Promise.all([reads(), votes()]);
    clearInterval(watching);
    if (status !== 200) throw new Error(`${name}: ${status}`);
    const ofFloor = (used / floor.processorMs).toFixed(1);
    const details = `${(took / floor.ms).toFixed(1)} times the floor; processor ${duration(used)}, ${ofFloor} of the floor's, others' answers included`;
    if (name === "import") {
      findings.push(
        atMost("import", ROWS * GOAL_MS_A_ROW, took, duration, details),
        atMost("memory it takes", MEMORY_MB, most - idle, megabytes),
        atMost("readers' p99 meanwhile", READERS_P99_MS, quantile(readTimes, 0.99), duration),
      );
    } else {
      findings.push({ statement: name, measured: duration(took), details });
    }
    const waits = [
      `reads p50 ${duration(quantile(readTimes, 0.5))}`,
      `p99 ${duration(quantile(readTimes, 0.99))}`,
      `max ${duration(quantile(readTimes, 1))}`,
      `votes max ${duration(quantile(voteTimes, 1))}`,
    ].join(", ");
    findings.push({ statement: `others during the ${name}`, measured: "", details: waits });
    await setTimeout(QUIET_MS);
    const after = residentMegabytes(pid);
    findings.push({
      statement: `memory of the ${name}`,
      measured: `+${megabytes(most - before)}`,
      details: `over what there was before it; over idle +${megabytes(most - idle)} at most, +${megabytes(after - idle)} when it is over`,
    });
  }
  await product.stop();
  printFindings(
    `${count(ROWS)} rows, ${(text.length / 1e6).toFixed(1)} MB, into a catalogue of 1,000 trims; floor ${duration(floor.ms)}, processor ${duration(floor.processorMs)}`,
    findings,
  );
}

if (process.argv.includes(FLOOR_ARGUMENT))
  process.stdout.write(JSON.stringify(takeFloor(csvOf(ROWS))));
else {
  // The server has the other core to itself.
  if (process.platform === "linux") spawnSync("taskset", ["-pc", "1", String(process.pid)]);
  await main();
}
