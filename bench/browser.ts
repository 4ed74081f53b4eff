/**
 * The product in a phone's browser beside a floor page: React alone that hydrates the same first 24
 * cards, sent by a bare server. In turns within one run, medians of the rounds.
 * `node bench/browser.ts [loads|large|typing] [rounds]`; without a word all of them.
 */
import { measureAnswering } from "./answering.ts";
import { fillCatalogue } from "./catalogues.ts";
import { type Browser, startBrowser } from "./devtools.ts";
import { median } from "./figures.ts";
import { startFloorPage } from "./floor-document.ts";
import { type Load, loadPage } from "./page-load.ts";
import { launchBrowser, PHONE_AGENT } from "./phone.ts";
import { startProduct } from "./servers.ts";

const WHICH = process.argv[2];
const ROUNDS = Number(process.argv[3] ?? 5);
const KIB = 1024;

interface Measured {
  name: string;
  loads: Load[];
}

async function rounds(
  browser: Browser,
  pages: readonly { name: string; url: string }[],
): Promise<Measured[]> {
  const measured: Measured[] = pages.map(({ name }) => ({ name, loads: [] }));
  // A document is rendered for its first reader.
  for (const { url } of pages) await fetch(url, { headers: { "user-agent": PHONE_AGENT } });
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, { url }] of pages.entries())
      measured[at]?.loads.push(await loadPage(browser, url));
  return measured;
}

function kindsOf(loads: readonly Load[]): string {
  const kinds = loads.at(-1)?.byKind ?? new Map<string, number>();
  return Array.from(kinds, ([kind, size]) => `${kind} ${Math.round(size / KIB)}`).join(", ");
}

/** A table whose first row is the floor. */
function print(measured: readonly Measured[]): void {
  console.log(
    "| page | FCP ms | LCP ms | of floor | TBT ms | of floor | CLS | hydrated ms | KiB | of which |",
  );
  console.log("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |");
  const figures = measured.map(({ name, loads }) => ({
    name,
    loads,
    of: (key: "fcp" | "lcp" | "tbt" | "cls" | "ready" | "bytes") =>
      median(loads.map((load) => load[key])),
  }));
  const [floor] = figures;
  for (const { name, loads, of } of figures) {
    const share = (key: "lcp" | "tbt") => {
      const least = floor?.of(key) ?? 0;
      // In a quick hour nothing blocks the floor for longer than it may.
      return least === 0 ? "-" : (of(key) / least).toFixed(2);
    };
    console.log(
      `| ${name} | ${of("fcp").toFixed(0)} | ${of("lcp").toFixed(0)} (${loads[0]?.lcpOf}) | ${share("lcp")} | ${of("tbt").toFixed(0)} | ${share("tbt")} | ${of("cls").toFixed(3)} | ${of("ready").toFixed(0)} | ${(of("bytes") / KIB).toFixed(0)} | ${kindsOf(loads)} |`,
    );
  }
  console.log(); // what follows is no row
}

async function withBrowser(measure: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await startBrowser();
  try {
    await measure(browser);
  } finally {
    await browser.close();
  }
}

async function usual(browser: Browser): Promise<void> {
  const product = await startProduct();
  const floor = await startFloorPage(product, PHONE_AGENT);
  const list = (await (await fetch(`${product.origin}/api/evs`)).json()) as {
    ev: { id: number };
  }[];
  console.log(`\nStarter catalogue, phone, slow 4G, CPU 4 times slower, median of ${ROUNDS}\n`);
  print(
    await rounds(browser, [
      { name: "floor", url: `${floor.origin}/` },
      { name: "home", url: `${product.origin}/` },
      { name: "detail", url: `${product.origin}/ev/${list[0]?.ev.id}` },
      { name: "compare", url: `${product.origin}/compare` },
    ]),
  );
  await floor.stop();
  await product.stop();
}

async function large(browser: Browser): Promise<void> {
  const product = await startProduct({ STARTER_CATALOGUE: "false" }, (folder) =>
    fillCatalogue(folder, 10_000),
  );
  const floor = await startFloorPage(product, PHONE_AGENT);
  console.log(`\n10,000 trims, phone, slow 4G, CPU 4 times slower, median of ${ROUNDS}\n`);
  print(
    await rounds(browser, [
      { name: "floor", url: `${floor.origin}/` },
      { name: "home", url: `${product.origin}/` },
    ]),
  );
  await floor.stop();
  await product.stop();
}

if (!WHICH || WHICH === "loads") await withBrowser(usual);
if (!WHICH || WHICH === "large") await withBrowser(large);
if (!WHICH || WHICH === "typing") {
  const browser = await launchBrowser();
  await measureAnswering(browser);
  await browser.close();
}
