/**
 * Lighthouse on the built product beside the floor page, as a phone, throttled both ways: `simulate`
 * is what PageSpeed reports, `devtools` slows the browser itself down. In turns, medians of the runs.
 * `node bench/lighthouse.ts [simulate|devtools] [runs]`; needs the network once, for Lighthouse itself.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { findChromium } from "../e2e/chromium.ts";
import { median } from "./figures.ts";
import { startFloorPage } from "./floor-document.ts";
import { PHONE_AGENT } from "./phone.ts";
import { startProduct } from "./servers.ts";

const [WAY, RUNS = "3"] = process.argv.slice(2);
const LIGHTHOUSE = ["exec", "--yes", "--package=lighthouse@13.5.0", "--", "lighthouse"];
const FLAGS =
  "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run --disable-quic";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const TIMES = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
};

/** The part of Lighthouse's report that is read here. */
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
  return JSON.parse(printed) as Report; // Lighthouse printed it
}

/** A table whose first row is the floor. */
async function measure(pages: Readonly<Record<string, string>>, way: string): Promise<void> {
  console.log(`\nLighthouse, phone, ${way}, median of ${RUNS}\n`);
  console.log(
    `| page | ${Object.keys(TIMES).join(" ms | ")} ms | LCP of floor | CLS | scores | below 0.9 |`,
  );
  console.log("| --- | --: | --: | --: | --: | --: | --- | --- |");
  const found = new Map<string, Report[]>(Object.keys(pages).map((name) => [name, []]));
  for (let run = 0; run < Number(RUNS); run++)
    for (const [name, url] of Object.entries(pages)) found.get(name)?.push(await audit(url, way));
  const medianOf = (name: string, key: string) =>
    median((found.get(name) ?? []).map(({ audits }) => audits[key]?.numericValue ?? NaN));
  for (const [name, reports] of found) {
    const times = Object.values(TIMES).map((key) => medianOf(name, key).toFixed(0));
    const share = medianOf(name, TIMES.LCP) / medianOf("floor", TIMES.LCP);
    const scores = CATEGORIES.map((category) =>
      Math.round(100 * median(reports.map((report) => report.categories[category]?.score ?? 0))),
    );
    const failed = Object.entries(reports.at(-1)?.audits ?? {})
      .filter(([, { score }]) => score !== null && score < 0.9)
      .map(([key]) => key);
    console.log(
      `| ${name} | ${times.join(" | ")} | ${share.toFixed(2)} | ${medianOf(name, "cumulative-layout-shift").toFixed(3)} | ${scores.join(", ")} | ${failed.join(", ")} |`,
    );
  }
}

// A default start: without PUBLIC_URL.
const product = await startProduct();
const floor = await startFloorPage(product, PHONE_AGENT);
const list = (await (await fetch(`${product.origin}/api/evs`)).json()) as { ev: { id: number } }[];
const pages = {
  floor: `${floor.origin}/`,
  home: `${product.origin}/`,
  detail: `${product.origin}/ev/${list[0]?.ev.id}`,
  compare: `${product.origin}/compare`,
};
for (const way of WAY ? [WAY] : ["simulate", "devtools"]) await measure(pages, way);
await floor.stop();
await product.stop();
