import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { renderToString } from "react-dom/server";

import { createQueryClient } from "../features/catalogue/catalogue.client.ts";
import type { Catalogue } from "../features/catalogue/catalogue.server.ts";
import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import type { EvHistory } from "../features/changes/changes.schema.ts";
import { deviceClass } from "../features/images/images.ts";
import { VIEWED_SCRIPT } from "../features/recently-viewed/recently-viewed.ts";
import type { ReviewStore } from "../features/reviews/reviews.db.server.ts";
import { COMPARED_SCRIPT } from "../features/compare/use-comparison.ts";
import { SAVED_SCRIPT } from "../features/saved/saved.ts";
import { HOME } from "../routes.ts";
import {
  chooseEncoding,
  encode,
  type Encoded,
  type Encoding,
} from "../server/compression.server.ts";
import { PUBLIC, sendEncoded } from "../server/response-cache.server.ts";
import { throttledRead } from "../server/single-flight.server.ts";
import { withTimeout } from "../db/database-wait.server.ts";
import { allowInline } from "../server/security-headers.server.ts";
import type { DeviceClass } from "../ui/device.ts";
import { EARLY_PRESS_SCRIPT } from "../ui/hydrated.ts";
import { MISSING_CODE_SCRIPT } from "../ui/lazy.tsx";
import { WAITING_SCRIPT } from "../ui/waiting.ts";
import type { Ev } from "../vehicle/vehicle.ts";
import type { Assets } from "./assets.server.ts";
import { Document, LATE_SCRIPTS_SCRIPT } from "./document.tsx";
import {
  type DocumentAssets,
  fillQueries,
  type PageData,
  serialisePageData,
  type Site,
} from "./page-data.ts";
import { movedAddress, readPage, type ReadPage } from "./page-queries.server.ts";
import { loadWholePage, matchPage } from "./pages.ts";
import { searchedAddress } from "./search-words.server.ts";
import { THEME_SCRIPT } from "./theme.tsx";

/** Votes of another instance are then shown within a second. */
const VOTES_RENEW_MS = 500;
/** Age of votes that may still be shown while the next document is rendered. */
const VOTES_SHOWN_MS = 850;
/** For what is not in memory. */
const PART_MS = 1_000;
const FIRST_SCRIPT =
  LATE_SCRIPTS_SCRIPT +
  THEME_SCRIPT +
  SAVED_SCRIPT +
  VIEWED_SCRIPT +
  COMPARED_SCRIPT +
  MISSING_CODE_SCRIPT +
  WAITING_SCRIPT +
  EARLY_PRESS_SCRIPT;
const HTML = "text/html; charset=utf-8";
/** Those that nearly every page uses; the others are named `-latin-`. */
const FONT = /url\((\/assets\/[a-z]+-[\w-]{8}[.]woff2)\)/g;
const POLICY = "content-security-policy";

export interface DocumentDeps {
  catalogue: Catalogue;
  reviews: Pick<ReviewStore, "read">;
  readHistory: (ev: Ev) => Promise<EvHistory>;
  assets: Assets;
  site: Site;
}

/**
 * Answers every address that is no call and no file (§2) with a document, rendered once for all: it
 * depends on the snapshot, the device class and the page's known parameters only.
 */
export function documentRoutes(app: FastifyInstance, deps: DocumentDeps) {
  const shellOf = createShells(deps.assets);
  const votesForPages = throttledRead(VOTES_RENEW_MS, deps.catalogue.votes);
  const homeVariants = new Map<string, { device: DeviceClass; encoding: Encoding }>();

  async function render(
    page: ReadPage,
    device: DeviceClass,
    snapshot: Snapshot,
    queries: PageData["queries"],
  ): Promise<Encoded> {
    // Not at the start, which would take longer.
    await loadWholePage(matchPage(page.path).page);
    const { assets, sheets } = shellOf(page.source);
    const data = { assets, device, presentYear: presentYear(), site: deps.site, queries };
    return encode(`<!DOCTYPE html>${renderPage(data, page, sheets, snapshot.evsAsListed())}`, HTML);
  }

  // Nearly everybody asks for the home page first.
  deps.catalogue.prewarm(async (snapshot) => {
    const sources = { ...deps, snapshot, votes: await votesForPages.read() };
    const page = readPage(sources, HOME, "");
    for (const { device, encoding } of homeVariants.values()) {
      const document = await app.responseCache.get(keyOf(snapshot, page, device), async () =>
        render(page, device, snapshot, await page.queries()),
      );
      await document.body(encoding);
    }
  });

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // What begins with two slashes would name another host.
    const url = new URL(request.url.replace(/^[/\\]+/, "/"), "http://internal");
    const device = deviceClass(request.headers["user-agent"]);
    // Together, so that a slow database is waited for once.
    const [snapshot, votes] = await Promise.all([deps.catalogue.current(), votesForPages.read()]);
    const moved = movedAddress(snapshot, url.pathname, url.search);
    // A browser would keep it for ever.
    if (moved !== null) return reply.header("cache-control", PUBLIC).redirect(moved, 301);
    const searched = searchedAddress(snapshot, url.pathname, url.search);
    // Like a page it depends on the address and the catalogue alone.
    if (searched !== null) return reply.header("cache-control", PUBLIC).redirect(searched, 303);
    const sources = { ...deps, snapshot, votes };
    const page = readPage(sources, url.pathname, url.search);
    const key = keyOf(snapshot, page, device);
    const year = presentYear();
    const { policyFor, fonts } = shellOf(page.source);
    reply.header(POLICY, policyFor(reply.getHeader(POLICY)));
    if (fonts) reply.header("link", fonts);
    if (page.path === HOME && page.search === "") {
      const encoding = chooseEncoding(request.headers["accept-encoding"]);
      homeVariants.set(`${device} ${encoding}`, { device, encoding });
    }

    /** While React renders the newest votes, readers get the document of a moment ago. */
    const documentBefore = () => {
      const votesBefore = votesForPages.before(VOTES_SHOWN_MS);
      if (!votesBefore) return undefined;
      const pageBefore = readPage({ ...sources, votes: votesBefore }, url.pathname, url.search);
      return app.responseCache.made(keyOf(snapshot, pageBefore, device));
    };
    const renderWhole = async () => {
      const queries = page.queries();
      const results = await (page.queriesInMemory ? withTimeout(queries, PART_MS) : queries);
      return render(page, device, snapshot, results);
    };
    let { isKept } = page;
    let cacheControl = PUBLIC;
    const whole = isKept ? app.responseCache.get(key, renderWhole) : renderWhole();
    const before = isKept && !app.responseCache.made(key) ? documentBefore() : undefined;
    // A reader who gets the former document is not told that the next one failed.
    if (before) whole.catch(() => undefined);
    const makeAnyhow = (error: unknown) => {
      if (!page.queriesInMemory) throw error;
      // Not its address, which holds what somebody searched for.
      request.log.warn({ err: error, page: page.source }, "the page is shown without a part");
      isKept = false;
      cacheControl = "no-store";
      return render(page, device, snapshot, page.queriesInMemory());
    };
    const html = before ?? (await whole.catch(makeAnyhow));
    return sendEncoded(request, reply, html, {
      status: page.status,
      cacheControl,
      vary: "User-Agent",
      ...(isKept &&
        !before && {
          isCurrent: () =>
            deps.catalogue.isCurrent(snapshot) &&
            votesForPages.isCurrent(votes) &&
            presentYear() === year,
        }),
    });
  }

  app.get("/", answer);
  app.get("/*", answer);
  return answer;
}

/** @param evs every model, for parts that show them all; not sent as data, so in the list's order */
function renderPage(
  data: PageData,
  { path, search }: ReadPage,
  sheets: readonly string[],
  evs: readonly Ev[],
): string {
  const client = createQueryClient();
  fillQueries(client, data.queries);
  try {
    return renderToString(
      <Document
        data={data}
        client={client}
        address={{ path, search }}
        evs={evs}
        serialised={serialisePageData(data)}
        firstScript={FIRST_SCRIPT}
        sheets={sheets}
      />,
    );
  } finally {
    client.clear();
  }
}

function keyOf(
  { cacheKey }: Snapshot,
  { version, path, search }: ReadPage,
  device: DeviceClass,
): string {
  return `page ${cacheKey} ${version} ${device} ${presentYear()} ${path}${search}`;
}

function presentYear(): number {
  return new Date().getFullYear();
}

interface Shell {
  assets: DocumentAssets;
  sheets: readonly string[];
  /** as a `Link` header that has them fetched at once */
  fonts: string;
  /** allows them and the first script by their hashes */
  policyFor(usual: unknown): string;
}

function createShells({ forPage, sheet }: Assets): (source: string) => Shell {
  const shells = new Map<string, Shell>();
  return (source) => {
    const made = shells.get(source);
    if (made) return made;
    const assets = forPage(source);
    const sheets = sheet ? assets.styles.map(sheet) : [];
    const allow = allowInline({ scripts: [FIRST_SCRIPT], styles: sheets });
    const fonts = Array.from(sheets.join("").matchAll(FONT), ([, path]) => path)
      .map((path) => `<${path}>;rel=preload;as=font;crossorigin`)
      .join();
    const shell = { assets, fonts, sheets, policyFor: (usual: unknown) => allow(String(usual)) };
    shells.set(source, shell);
    return shell;
  };
}
