/**
 * The floor for page loads: React alone hydrates the app's first 24 models, with the app's fonts and
 * pictures, served by a bare server.
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { build, type Rolldown, runnerImport } from "vite";
import { imageFor } from "../src/features/pictures/pictures.ts";
import {
  formatAcceleration,
  formatCharging,
  formatPrice,
  formatRange,
} from "../src/domain/format.ts";
import { zeroToSixtyOf } from "../src/domain/trims.ts";
import type { EvListEntry } from "../src/domain/vehicle.ts";
import type { FloorCard } from "./floor/page.tsx";

const FOLDER = join(import.meta.dirname, "floor");
const CARDS = 24;
const YEAR = "public, max-age=31536000, immutable";

/** React and the cards as a single minified module for browsers. */
async function buildScript(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(FOLDER, "client.tsx") },
    },
  });
  const [script] = (built as Rolldown.RolldownOutput).output; // a single build without watching
  return script.code;
}

/** The first models of the list, each with its trims. */
async function readCards(origin: string): Promise<FloorCard[]> {
  const answer = await fetch(`${origin}/api/evs`);
  const list = (await answer.json()) as EvListEntry[];
  const models = [...Map.groupBy(list, ({ ev }) => ev.id).values()].slice(0, CARDS);
  return models.flatMap(([first, ...others]) => {
    if (!first) return [];
    const { ev, trim } = first;
    return {
      href: `/ev/${ev.id}`,
      name: `${ev.make} ${ev.model}`,
      trim: trim.trim,
      picture: imageFor(ev, trim, { device: "mobile", width: 240 }).src,
      figures: [
        ["Range", formatRange(trim.range)],
        ["Price", formatPrice(trim.price)],
        ["0-60", formatAcceleration(zeroToSixtyOf(trim))],
        ["Fast charge", formatCharging(trim.charging)],
      ] as const,
      others: others.map(({ trim: other }) => ({
        href: `/ev/${ev.id}?trim=${other.index}`,
        name: other.trim,
        figures: `${formatRange(other.range)} ${formatPrice(other.price)}`,
      })),
    };
  });
}

/** The addresses of the app's two fonts, which are cut down to the characters it uses. */
async function findFonts(origin: string): Promise<{ archivo: string; figtree: string }> {
  const html = await (await fetch(origin)).text();
  const find = (face: string) =>
    new RegExp(`/[\\w/]*${face}-[\\w-]{8}[.]woff2`).exec(html)?.[0] ?? "";
  return { archivo: find("archivo"), figtree: find("figtree") };
}

async function renderDocument(cards: readonly FloorCard[], fonts: readonly string[]) {
  const { module } = await runnerImport<typeof import("./floor/page.tsx")>(
    join(FOLDER, "page.tsx"),
    { configFile: false, logLevel: "error" },
  );
  const preloads = fonts.map(
    (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin="">`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css">${preloads.join("")}
<script type="module" src="/client.js"></script><link rel="icon" href="/favicon.svg"></head>
<body><div id="root">${renderToString(createElement(module.FloorPage, { cards }))}</div>
<script id="data" type="application/json">${JSON.stringify(cards).replaceAll("<", "\\u003c")}</script></body></html>`;
}

interface Answer {
  body: Buffer;
  headers: Record<string, string>;
}

function compress(text: string, type: string, cacheControl = YEAR): Answer {
  const headers = { "content-type": type, "content-encoding": "br", "cache-control": cacheControl };
  return { body: brotliCompressSync(text), headers };
}

/** Starts the floor page in this process. @param product provides its cards, fonts and pictures */
export async function startFloorPage(product: { origin: string }) {
  const cards = await readCards(product.origin);
  const { archivo, figtree } = await findFonts(product.origin);
  const face = (family: string, src: string) =>
    `@font-face{font-family:${family};font-weight:100 900;font-display:swap;src:url(${src})}`;
  const styles = await readFile(join(FOLDER, "page.css"), "utf8");
  // Build before rendering the page, which sets NODE_ENV to `development` for all later Vite builds.
  const script = await buildScript();
  const document = await renderDocument(cards, [archivo, figtree]);
  const answers = new Map<string, Answer>([
    ["/", compress(document, "text/html; charset=utf-8", "no-cache")],
    [
      "/page.css",
      compress(face("Archivo", archivo) + face("Figtree", figtree) + styles, "text/css"),
    ],
    ["/client.js", compress(script, "text/javascript")],
  ]);
  for (const path of [archivo, figtree, "/favicon.svg", ...cards.map(({ picture }) => picture)]) {
    const answer = await fetch(product.origin + path);
    const type = answer.headers.get("content-type") ?? "";
    const body = Buffer.from(await answer.arrayBuffer());
    answers.set(path, { body, headers: { "content-type": type, "cache-control": YEAR } });
  }
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? "");
    if (!answer) return response.writeHead(404).end();
    const { body, headers } = answer;
    return response.writeHead(200, { ...headers, "content-length": body.length }).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
