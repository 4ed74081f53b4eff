/**
 * Measures how long readers wait while the catalogue changes: after the edit of one price, and during the
 * import of a CSV file. `node bench/changes.ts [edits|imports] [count]`, where the count is the number of
 * trims in the edited catalogue or of rows in the file.
 */
import { setTimeout } from "node:timers/promises";
import * as XLSX from "@e965/xlsx";
import { fillCatalogue } from "./catalogues.ts";
import {
  atMost,
  count,
  duration,
  type Finding,
  median,
  megabytes,
  printFindings,
  quantile,
} from "./findings.ts";
import { ADMINISTRATOR } from "../e2e/server-process.ts";
import { signInAt } from "../test/http-sign-in.ts";
import { moveToCore, residentMegabytes, type Running, startProduct } from "./servers.ts";

const [WHICH, COUNT] = process.argv.slice(2);
const ROUNDS = 15;
const WARM_ROUNDS = 5;
/** Lets the work left over from one round finish before the next is measured. */
const PAUSE_MS = 100;

async function read(url: string): Promise<void> {
  await (await fetch(url)).arrayBuffer();
}

/**
 * Reads an address repeatedly while `work` runs. A slow answer also delays everybody who would have read in
 * the meantime, so it counts as several waits.
 * @returns milliseconds of each wait, and of the last read, which ended after the work: it also waits for the
 *   changed catalogue to be read and shown
 */
async function readBeside(url: string, everyMs: number, work: () => Promise<void>) {
  const over = new AbortController();
  const waits: number[] = [];
  let last = 0;
  async function readOn(): Promise<void> {
    while (!over.signal.aborted) {
      const started = performance.now();
      await read(url);
      last = performance.now() - started;
      if (over.signal.aborted) return;
      for (let wait = last; wait > 0; wait -= everyMs) waits.push(wait);
      await setTimeout(everyMs);
    }
  }
  const reading = readOn();
  await work().finally(() => over.abort());
  await reading;
  return { waits, last };
}

function startFilled(trims: number): Promise<Running> {
  return startProduct({ STARTER_CATALOGUE: "false" }, (dataDir) => fillCatalogue(dataDir, trims));
}

async function measureEdits(trims: number): Promise<void> {
  const product = await startFilled(trims);
  const { origin } = product;
  const cookie = await signInAt(origin, ADMINISTRATOR);
  const headers = { cookie, "content-type": "application/json" };
  const answer = await fetch(`${origin}/api/evs`);
  const list = (await answer.json()) as { ev: { id: number }; trim: { rowId: number } }[];
  const middle = list[list.length >> 1];
  let price = 40_000;
  const edit = async () => {
    const body = JSON.stringify({ price: price++ });
    const url = `${origin}/api/evs/${middle?.trim.rowId}`;
    const { ok, status } = await fetch(url, { method: "PUT", headers, body });
    if (!ok) throw new Error(`The edit was answered ${status}`);
  };
  const findings: Finding[] = [];
  for (const [name, path] of [
    ["one EV", `/api/evs/${middle?.ev.id}`],
    ["the list", "/api/evs"],
    ["the list, filtered", "/api/evs?sort=price&order=asc&minRange=200&limit=60"],
    ["home", "/"],
  ] as const) {
    const editAndRead = async () => {
      await edit();
      const started = performance.now();
      // Fetching resolves at the headers; decompressing a long list is up to the reader.
      const first = await fetch(origin + path);
      const took = performance.now() - started;
      await first.arrayBuffer();
      await setTimeout(PAUSE_MS);
      return took;
    };
    for (let warm = 0; warm < WARM_ROUNDS; warm++) await editAndRead();
    const firsts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) firsts.push(await editAndRead());
    const slowest = `slowest ${duration(Math.max(...firsts))}`;
    findings.push(atMost(`first read of ${name}`, 150, median(firsts), duration, slowest));
  }
  await product.stop();
  printFindings(
    `After an edit of one price at ${count(trims)} trims, median of ${ROUNDS} first reads`,
    findings,
  );
}

function makeCsv(rows: number): string {
  const header =
    "make,model,trim,year,price,range,charging,acceleration,bodyType,image,topSpeed,driveType,seatingCapacity,cargoSpace,batteryCapacity,maxChargingSpeed,taxCreditEligible";
  const lines = Array.from(
    { length: rows },
    (_, at) =>
      `Maker ${at % 40},Car ${at >> 2},"Trim ${at}, long range",${2020 + (at % 10)},${30_000 + at},${200 + (at % 300)},${20 + (at % 30)},5.${at % 10},SUV,https://example.com/pictures/${at}.webp,${120 + (at % 50)},AWD,5,${20 + (at % 30)}.5,${60 + (at % 40)},${150 + (at % 100)},true`,
  );
  return [header, ...lines].join("\n");
}

type Kind = "csv" | "xlsx";

function makeFile(rows: number, kind: Kind): File {
  const csv = makeCsv(rows);
  if (kind === "csv") return new File([csv], "bench.csv");
  const workbook = XLSX.read(csv, { type: "string" });
  return new File(
    [XLSX.write(workbook, { type: "buffer", bookType: "xlsx", compression: true })],
    "bench.xlsx",
  );
}

/** @param rows up to 10,000 must not slow down readers; more must not take much memory */
async function measureImport(rows: number, kind: Kind): Promise<void> {
  const product = await startFilled(1_000);
  const { origin } = product;
  const headers = { cookie: await signInAt(origin, ADMINISTRATOR) };
  const upload = async (file: File, query: string) => {
    const form = new FormData();
    form.append("file", file);
    const url = `${origin}/api/evs/upload?list=0${query}`;
    const { ok, status } = await fetch(url, { method: "POST", headers, body: form });
    if (!ok) throw new Error(`The upload was answered ${status}`);
  };
  // Warm up, since code that has run before is compiled, as on a real server.
  await upload(makeFile(2_000, kind), "&dryRun=true");
  for (let warm = 0; warm < 20; warm++) await read(origin);
  const file = makeFile(rows, kind);
  let took = NaN;
  const { waits, last } = await readBeside(origin, 10, async () => {
    const started = performance.now();
    await upload(file, "");
    took = performance.now() - started;
  });
  const most = residentMegabytes(product, "VmHWM");
  await product.stop();
  const p99 = quantile(waits, 0.99);
  printFindings(
    `${count(rows)} rows, .${kind}, ${(file.size / 1e6).toFixed(1)} MB, into a catalogue of 1,000 trims; others read the home page 10 ms apart`,
    [
      ...(rows > 10_000
        ? [
            atMost("import", 20_000, took, duration),
            atMost("most resident memory", 600, most, megabytes),
            { statement: "readers' p99 meanwhile", measured: duration(p99) },
          ]
        : [
            atMost("import", kind === "csv" ? 2_000 : 4_000, took, duration),
            { statement: "most resident memory", measured: megabytes(most) },
            atMost("readers' p99 meanwhile", 150, p99, duration),
          ]),
      { statement: "the next read, of the whole new catalogue", measured: duration(last) },
    ],
  );
}

moveToCore(1, process);
if (WHICH !== "imports") await measureEdits(Number(COUNT ?? 10_000));
if (WHICH !== "edits") {
  for (const rows of COUNT ? [Number(COUNT)] : [10_000, 20_000]) await measureImport(rows, "csv");
  await measureImport(10_000, "xlsx");
}
