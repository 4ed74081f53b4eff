/**
 * Runs Lighthouse on the built app and on the floor page, as a phone. `simulate` is the throttling that
 * PageSpeed reports, `devtools` slows down the browser itself. Pages take turns, and results are medians.
 * `node bench/lighthouse.ts [simulate|devtools] [runs]`; needs the network once, to fetch Lighthouse.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { findChromium } from "../e2e/chromium.ts";
import { atMost, duration, type Finding, median, printFindings } from "./findings.ts";
import { startFloorPage } from "./floor-page.ts";
import { readModelIds, startProduct } from "./servers.ts";

const [WAY, RUNS = "3"] = process.argv.slice(2);
const LIGHTHOUSE = ["exec", "--yes", "--package=lighthouse@13.5.0", "--", "lighthouse"];
const FLAGS =
  "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run --disable-quic";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const MAX_LCP_OF_FLOOR = 0.9;
const MAX_TBT_MS = 120;

/** The part of Lighthouse's report that we use. */
interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

async function audit(url: string, way: string): Promise<Report> {
  const options = ["--quiet", "--output=json", `--throttling-method=${way}`];
  const child = spawn("npm", [...LIGHTHOUSE, url, ...options, `--chrome-flags=${FLAGS}`], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, CHROME_PATH: findChromium() },
  });
  let printed = "";
  child.stdout.on("data", (text: Buffer) => (printed += text.toString()));
  await once(child, "close");
  if (!printed.startsWith("{")) throw new Error("Lighthouse could not be fetched or did not run.");
  return JSON.parse(printed) as Report; // printed by Lighthouse
}

/** Names the failed audits of a page. */
function listFailures({ audits }: Report): string {
  const failed = Object.entries(audits).filter(([, { score }]) => score !== null && score < 0.9);
  return failed.map(([name]) => name).join(", ");
}

/** The median of an audit's figure. */
function figureOf(reports: readonly Report[], key: string): number {
  return median(reports.map(({ audits }) => audits[key]?.numericValue ?? NaN));
}

function findingsOf(name: string, reports: readonly Report[], floor: readonly Report[]): Finding[] {
  const figure = (key: string) => figureOf(reports, key);
  const lcp = figure("largest-contentful-paint");
  const floorLcp = figureOf(floor, "largest-contentful-paint");
  const floorTbt = figureOf(floor, "total-blocking-time");
  const paints = `${duration(lcp)} of ${duration(floorLcp)}, first paint ${duration(figure("first-contentful-paint"))}`;
  const scores = CATEGORIES.map((category) =>
    Math.round(100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0))),
  );
  const failures = reports.map(listFailures).at(-1);
  return [
    atMost(
      `${name}: LCP of the floor's`,
      MAX_LCP_OF_FLOOR,
      lcp / floorLcp,
      (of) => of.toFixed(2),
      paints,
    ),
    atMost(
      `${name}: total blocking time`,
      MAX_TBT_MS,
      figure("total-blocking-time"),
      duration,
      `the floor's is ${duration(floorTbt)}`,
    ),
    atMost(`${name}: layout shift`, 0, figure("cumulative-layout-shift"), (of) => of.toFixed(3)),
    {
      statement: `${name}: scores`,
      goal: CATEGORIES.map(() => 100).join(", "),
      measured: scores.join(", "),
      isMet: scores.every((score) => score === 100),
      ...(failures && { details: `below 0.9: ${failures}` }),
    },
  ];
}

/** Audits the floor and the pages in turn. */
async function measure(floor: string, pages: Readonly<Record<string, string>>, way: string) {
  const ofFloor: Report[] = [];
  const reports = new Map<string, Report[]>(Object.keys(pages).map((name) => [name, []]));
  for (let run = 0; run < Number(RUNS); run++) {
    ofFloor.push(await audit(floor, way));
    for (const [name, url] of Object.entries(pages)) reports.get(name)?.push(await audit(url, way));
  }
  printFindings(
    `Lighthouse, phone, ${way}, median of ${RUNS}`,
    [...reports].flatMap(([name, found]) => findingsOf(name, found, ofFloor)),
  );
}

// A default start has no PUBLIC_URL.
const product = await startProduct();
const floor = await startFloorPage(product);
const [id] = await readModelIds(product.origin);
const pages = {
  home: `${product.origin}/`,
  detail: `${product.origin}/ev/${id}`,
  compare: `${product.origin}/compare`,
};
for (const way of WAY ? [WAY] : ["simulate", "devtools"]) await measure(floor.origin, pages, way);
floor.stop();
await product.stop();
