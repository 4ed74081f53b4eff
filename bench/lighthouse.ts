/**
 * Lighthouse on the built product: mobile, devtools throttling, median of three.
 * `node bench/lighthouse.ts [runs]`; needs the network once, for Lighthouse itself.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { findChromium } from "../e2e/chromium.ts";
import { startProduct } from "./servers.ts";

const RUNS = Number(process.argv[2] ?? 3);
const LIGHTHOUSE = ["exec", "--yes", "--package=lighthouse@13.5.0", "--", "lighthouse"];
const FLAGS =
  "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run --disable-quic";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** The part of Lighthouse's report that is read here. */
interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

async function audit(url: string): Promise<Report> {
  const options = ["--quiet", "--output=json", "--throttling-method=devtools"];
  const child = spawn("npm", [...LIGHTHOUSE, url, ...options, `--chrome-flags=${FLAGS}`], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, CHROME_PATH: findChromium() },
  });
  let printed = "";
  child.stdout.on("data", (text: Buffer) => (printed += text.toString()));
  await once(child, "close");
  return JSON.parse(printed) as Report; // Lighthouse printed it
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

// As an operator sets it: without it the canonical address is a path, which takes 8 points of SEO.
const product = await startProduct({ PUBLIC_URL: "https://cars.example" });
const list = (await (await fetch(`${product.origin}/api/evs`)).json()) as { ev: { id: number } }[];
const pages = { home: "/", detail: `/ev/${list[0]?.ev.id}`, compare: "/compare" };
console.log(`| page | ${CATEGORIES.join(" | ")} | of the last run | below 100 |`);
console.log("| --- | --: | --: | --: | --: | --- | --- |");
for (const [name, path] of Object.entries(pages)) {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run++) reports.push(await audit(product.origin + path));
  const scores = CATEGORIES.map((category) =>
    Math.round(100 * median(reports.map((report) => report.categories[category]?.score ?? 0))),
  );
  const audits = reports.at(-1)?.audits ?? {};
  const figures = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"]
    .map((key) => `${key} ${audits[key]?.displayValue ?? "?"}`)
    .join(", ");
  const failed = Object.entries(audits)
    .filter(([, { score }]) => score !== null && score < 0.9)
    .map(([key]) => key);
  console.log(`| ${name} | ${scores.join(" | ")} | ${figures} | ${failed.join(", ")} |`);
}
await product.stop();
