/** Builds the floor page of `browser.ts` from the product's own first cards, fonts and pictures. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { build } from "vite";
import { type HomeStart, servedMatches } from "../src/app/pages/home-data.ts";
import { imageFor } from "../src/features/images/images.ts";
import {
  formatAcceleration,
  formatCharging,
  formatPrice,
  formatRange,
} from "../src/vehicle/format.ts";
import { zeroToSixtyOf } from "../src/vehicle/trims.ts";
import { type FloorCard, type FloorData, FloorPage } from "./floor-page.ts";
import { type Running, startFloor } from "./servers.ts";

interface Answer {
  status: number;
  headers: Record<string, string>;
  /** base64 */
  body: string;
}

const YEAR = "public, max-age=31536000, immutable";

function compressed(body: string, type: string, cache: string): Answer {
  const bytes = brotliCompressSync(body);
  return {
    status: 200,
    headers: {
      "content-type": type,
      "content-encoding": "br",
      "content-length": String(bytes.length),
      "cache-control": cache,
    },
    body: bytes.toString("base64"),
  };
}

/** React and the cards, as a browser gets them: one module, minified. */
async function buildScript(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ev-floor-build-"));
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, "floor.client.ts") },
    },
  });
  const files = await readdir(folder, { recursive: true });
  const script = await readFile(join(folder, files.find((file) => file.endsWith(".js")) ?? ""));
  await rm(folder, { recursive: true });
  return script.toString();
}

/** The product's first cards, as its document carries them. */
function firstCards(html: string): FloorCard[] {
  const [, text = ""] = /<script id="page-data"[^>]*>([^<]*)</.exec(html) ?? [];
  const { queries } = JSON.parse(text) as { queries: [string[], unknown][] };
  const start = queries.find(([[name]]) => name === "home")?.[1] as HomeStart; // home-start.ts
  return servedMatches(start).map(({ ev, shown }) => ({
    href: `/ev/${ev.id}`,
    name: `${ev.make} ${ev.model}`,
    trim: shown.trim,
    picture: imageFor(ev, shown, { device: "mobile", width: 240 }).src,
    figures: [
      ["Range", formatRange(shown.range)],
      ["Price", formatPrice(shown.price)],
      ["0-60", formatAcceleration(zeroToSixtyOf(shown))],
      ["Fast charge", formatCharging(shown.charging)],
    ],
    others: ev.trims
      .filter(({ index }) => index !== shown.index)
      .map((trim) => ({
        href: `/ev/${ev.id}?trim=${trim.index}`,
        name: trim.trim,
        picture: imageFor(ev, trim, { device: "mobile", width: 240 }).src,
        figures: `${formatRange(trim.range)} ${formatPrice(trim.price)}`,
      })),
  }));
}

function documentOf(data: FloorData, fonts: readonly string[]): string {
  const preloads = fonts.map(
    (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin="">`,
  );
  const serialised = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/floor.css">${preloads.join("")}
<script type="module" src="/floor.js"></script><link rel="icon" href="/favicon.svg"></head>
<body><div id="root">${renderToString(createElement(FloorPage, data))}</div>
<script id="data" type="application/json">${serialised}</script></body></html>`;
}

/**
 * Starts a bare server with the floor page at `/`.
 * @param product whose first cards, fonts and pictures it shows
 * @param userAgent of the phone, on which the product's document depends
 */
export async function startFloorPage(
  product: { origin: string },
  userAgent: string,
): Promise<Running> {
  const ask = (path: string) =>
    fetch(product.origin + path, { headers: { "user-agent": userAgent } });
  const html = await (await ask("/?page=1")).text();
  const cards = firstCards(html);
  const fonts = Array.from(
    html.matchAll(/url\(([^)]+\/(?:archivo|figtree)-[\w-]{8}[.]woff2)\)/g),
    ([, href = ""]) => href,
  );
  const [archivo, figtree] = [...fonts].sort();
  const faces = [
    ["Archivo", archivo],
    ["Figtree", figtree],
  ].map(
    ([family, src]) =>
      `@font-face{font-family:${family};font-weight:100 900;font-display:swap;src:url(${src})}`,
  );
  const styles = await readFile(join(import.meta.dirname, "floor.css"), "utf8");
  const answers: Record<string, Answer> = {
    "/": compressed(documentOf({ cards }, fonts), "text/html; charset=utf-8", "no-cache"),
    "/floor.css": compressed(faces.join("") + styles, "text/css", YEAR),
    "/floor.js": compressed(await buildScript(), "text/javascript", YEAR),
  };
  const pictures = cards.flatMap((card) => [card.picture, ...card.others.map((o) => o.picture)]);
  for (const path of new Set([...fonts, ...pictures, "/favicon.svg"])) {
    const answer = await ask(path);
    const body = Buffer.from(await answer.arrayBuffer());
    answers[path] = {
      status: answer.status,
      headers: {
        "content-type": answer.headers.get("content-type") ?? "",
        "content-length": String(body.length),
        "cache-control": YEAR,
      },
      body: body.toString("base64"),
    };
  }
  const folder = await mkdtemp(join(tmpdir(), "ev-floor-page-"));
  const file = join(folder, "answers.json");
  await writeFile(file, JSON.stringify(answers));
  const floor = await startFloor(file);
  await rm(folder, { recursive: true });
  return floor;
}
