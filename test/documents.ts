import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll } from "vitest";

import { readEnv } from "../src/base/env.server.ts";
import type { EvListEntry } from "../src/domain/vehicle.ts";
import type { Assets } from "../src/app/assets.server.ts";
import { createApp } from "../src/app/create-app.server.ts";

export const PUBLIC_URL = "https://cars.example";

/** Two instances with the starter catalogue, one with a PUBLIC_URL and one without. */
export async function openDocuments() {
  const folder = await mkdtemp(join(tmpdir(), "ev-documents-"));
  const client = join(folder, "client");
  await mkdir(join(client, "assets"), { recursive: true });
  const assets: Assets = {
    folder: client,
    firstScript: "document.title",
    forPage: (source) => ({
      scripts: ["/assets/entry-1a2b.js"],
      styles: ["/assets/site.css", ...(source.includes("home") ? ["/assets/home.css"] : [])],
    }),
    sheet: (href) =>
      `.of{--sheet:"${href}"}@font-face{src:url(/assets/${href.length}-latin-1a2b3c4d.woff2),url(/assets/archivo-1a2b3c4d.woff2)}`,
  };
  const open = (name: string, variables: Record<string, string> = {}) =>
    createApp({
      env: readEnv({ DATA_DIR: join(folder, name), LOG_LEVEL: "silent", ...variables }),
      assets,
    });
  const [named, nameless] = await Promise.all([open("named", { PUBLIC_URL }), open("nameless")]);
  const found = await nameless.inject("/api/evs?search=lucid%20air&limit=1");
  const [entry] = found.json<EvListEntry[]>();
  return {
    named,
    nameless,
    vehicle: `/ev/${entry?.ev.id}`,
    async close() {
      await Promise.all([named.close(), nameless.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the app for the tests of a file. @returns a function that sends a request, such as an address */
export function serveDocuments() {
  const opened = Promise.withResolvers<Awaited<ReturnType<typeof openDocuments>>>();
  beforeAll(async () => opened.resolve(await openDocuments()));
  afterAll(async () => (await opened.promise).close());
  return async (request: string | InjectOptions) => (await opened.promise).nameless.inject(request);
}

/** One document of each kind, with its address, status and title. */
export function documentsWith(vehicle: string): [address: string, status: number, title: string][] {
  return [
    ["/", 200, "EV Catalogue: compare electric cars by range, price and charging"],
    ["/?make=Kia&quick=fastest", 200, "EV Catalogue: compare electric cars"],
    ["/ai", 200, "AI · EV Catalogue"],
    ["/tech", 200, "Tech · EV Catalogue"],
    ["/space", 200, "Space · EV Catalogue"],
    ["/6in60", 200, "6in60 · EV Catalogue"],
    ["/discover", 200, "Discover · EV Catalogue"],
    [vehicle, 200, "Lucid Air Pure RWD · EV Catalogue"],
    [`${vehicle}?trim=3&trimName=Sapphire%20AWD`, 200, "Lucid Air Sapphire AWD · EV Catalogue"],
    ["/table", 200, "Every trim in one table · EV Catalogue"],
    [`${vehicle}?sources=all`, 200, "Sources: Lucid Air · EV Catalogue"],
    ["/compare", 200, "Compare EVs · EV Catalogue"],
    ["/compare?ev=1,2", 200, "EV Catalogue"],
    ["/ev/987654321", 404, "Vehicle not found · EV Catalogue"],
    ["/ev/none", 404, "Vehicle not found · EV Catalogue"],
    ["/no/such/page", 404, "Page Not Found · EV Catalogue"],
  ];
}
