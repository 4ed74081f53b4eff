/** Hours of normal use, to check that memory and open files do not grow. */
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../bench/findings.ts";
import { ensure, type Experiment, type ExperimentContext } from "./experiment.ts";
import { makeFolder, start } from "./servers.ts";
import { type Browser, openBrowser, type Tally } from "./soak-browser.ts";
import { administer, type Listed, type PageKind, visit } from "./soak-people.ts";

const MINUTES = 120;
const PAGES = 60;
const SAMPLE_MS = 30_000;
const LIST_AGAIN_MS = 60_000;
/** Allowed ratio of the last quarter to the second. */
const GROWTH_MAX = 1.1;
/** The number of connections varies between samples; a leak is more than this per hour. */
const OPEN_FILES_MORE_MAX = 3;
/** Half of the pages use the event stream; the others poll. */
const KINDS: readonly PageKind[] = [
  ...(["stream", "stream", "stream", "stream", "stream"] as const),
  ...(["table", "card", "phone", "detail", "detail-phone"] as const),
];

interface Sample {
  seconds: number;
  /** in KiB: all resident memory, and the part that is not mapped from files */
  resident: number;
  anonymous: number;
  openFiles: number;
  answers: number;
  faults: number;
  slowestMs: number;
}

/** Reads /proc, so that the server does not have to support the measurement. */
function sampleOf(pid: number, seconds: number, tally: Tally): Sample {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  return {
    seconds: Math.round(seconds),
    resident: kib("VmRSS"),
    anonymous: kib("RssAnon"),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    answers: tally.answers,
    faults: tally.faults.length,
    slowestMs: Math.round(tally.slowestMs),
  };
}

/** The medians of the second and the last quarter. */
function quarters(samples: readonly Sample[], name: keyof Sample): [number, number] {
  const quarter = samples.length >> 2;
  const of = (part: readonly Sample[]) => median(part.map((sample) => sample[name]));
  return [of(samples.slice(quarter, 2 * quarter)), of(samples.slice(-quarter))];
}

function judge(samples: readonly Sample[], { faults, answers }: Tally): string {
  ensure(faults.length === 0, `${faults.length} faults: ${faults.slice(0, 10).join("; ")}`);
  const grown = (["resident", "anonymous"] as const).map((name) => {
    const [second, last] = quarters(samples, name);
    const words = `${name} memory ${second >> 10} MB in the second quarter, ${last >> 10} in the last`;
    ensure(last / second <= GROWTH_MAX, words);
    return words;
  });
  const [before, after] = quarters(samples, "openFiles");
  ensure(after <= before + OPEN_FILES_MORE_MAX, `${before} open files became ${after}`);
  return `${answers} answers, none 5xx; ${grown.join("; ")}; open files ${before} and ${after}`;
}

/** Starts all visitors and the administrator until the experiment ends. */
async function populate(context: ExperimentContext, origin: string, tally: Tally): Promise<void> {
  const { random } = context;
  const timers = new Set<NodeJS.Timeout>();
  const browsers: Browser[] = [];
  context.cleanUp(() => {
    for (const timer of timers) clearInterval(timer);
    for (const browser of browsers) browser.close();
  });
  const every = (ms: number, work: () => Promise<unknown>) => {
    const begin = () => {
      const again = () => void work().catch(() => undefined); // failures are in the tally
      timers.add(setInterval(again, ms));
      again();
    };
    // Start at a random point of the interval, so that they do not all come at once.
    timers.add(setTimeout(begin, random() * ms));
  };
  const open = (address: string, isPhone = false) => {
    const browser = openBrowser(origin, { address, isPhone, tally });
    browsers.push(browser);
    return browser;
  };

  const reader = open("10.0.0.1");
  const readList = async () => {
    return JSON.parse((await reader.get("/api/evs")).text()) as Listed[]; // the answer of this very call
  };
  let list = await readList();
  const starter = new Set(list.map(({ trim }) => trim.rowId));
  every(LIST_AGAIN_MS, async () => {
    list = (await readList()).filter(({ trim }) => starter.has(trim.rowId));
  });
  const entries = () => list;
  for (let at = 0; at < context.option("pages", PAGES); at++) {
    const kind = KINDS[at % KINDS.length] ?? "stream";
    const address = `10.0.${1 + (at >> 8)}.${at & 255}`;
    const browser = open(address, kind.includes("phone") || at % 20 === 0);
    visit({ browser, kind, every, chance: random, entries });
  }
  await administer(open("10.0.0.2"), { every, chance: random, entries });
}

export const soak: Experiment = {
  name: "soak",
  title: "two hours of ordinary use (`--minutes`, `--pages`)",
  isOnRequest: true,
  async run(context) {
    const server = await start(context, {
      DATA_DIR: await makeFolder(context),
      // Each page has an address of its own, passed on by a proxy, and rate limits are on.
      RATE_LIMITS: "on",
      TRUST_PROXY: "1",
    });
    const { pid = 0 } = server.process;
    const file = join(tmpdir(), `ev-soak-${pid}.csv`);
    console.error(`Process ${pid}; samples in ${file}`);
    writeFileSync(file, "seconds,resident,anonymous,openFiles,answers,faults,slowestMs\n");
    const tally: Tally = { answers: 0, faults: [], slowestMs: 0 };
    await populate(context, server.origin, tally);
    const samples: Sample[] = [];
    const started = performance.now();
    const until = started + context.option("minutes", MINUTES) * 60_000;
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
      ensure(server.process.exitCode === null, `The server ended: ${server.log().slice(-2000)}`);
      const sample = sampleOf(pid, (performance.now() - started) / 1000, tally);
      tally.slowestMs = 0;
      samples.push(sample);
      appendFileSync(file, `${Object.values(sample).join(",")}\n`);
    }
    return judge(samples, tally);
  },
};
