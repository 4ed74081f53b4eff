import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { text } from "node:stream/consumers";
import type { QueryClient } from "@tanstack/react-query";
import { prerenderToNodeStream } from "react-dom/static";

import type { Catalogue } from "../features/catalogue/catalogue.server.ts";
import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import type { ClaimStore } from "../features/claims/claims.db.server.ts";
import type { EvHistory } from "../features/changes/changes.schema.ts";
import type { CorrectionStore } from "../features/corrections/corrections.db.server.ts";
import { deviceClass } from "../features/pictures/pictures.ts";
import type { Dictionary } from "../features/open-data/open-data.schema.ts";
import type { ReviewStore } from "../features/reviews/reviews.db.server.ts";
import { encode, type Encoded } from "../server/compression.server.ts";
import { PUBLIC, sendEncoded } from "../server/response-cache.server.ts";
import { throttledRead } from "../server/single-flight.server.ts";
import { allowInline } from "../server/security-headers.server.ts";
import type { Site } from "../pages/site.tsx";
import type { DeviceClass } from "../ui/device.ts";
import type { Ev } from "../domain/vehicle.ts";
import type { Assets } from "./assets.server.ts";
import { Document } from "./document.tsx";
import { createPageApi, fillClient, IncompletePage, queriesOf } from "./load-page.server.ts";
import { findPageAddress, movedAddress, type PageAddress } from "./page-address.server.ts";
import { matchPage } from "./pages.ts";
import type { CorrectionState } from "../features/corrections/corrections.schema.ts";
import { type DocumentAssets, type PageData, serializePageData } from "./page-data.ts";
import { searchedAddress } from "./search-words.server.ts";

/** Limits each of two waits, so that a vote appears on pages within a second. */
const VOTES_MAX_AGE_MS = 500;
const HTML = "text/html; charset=utf-8";
/** Fonts that nearly every page uses; the full ones are named `-latin-`. */
const FONT = /url\(([^()]*\/assets\/[a-z]+-[\w-]{8}[.]woff2)\)/g;
const POLICY = "content-security-policy";
/** Headers of a page that only people with its address may read. */
const PRIVATE = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };

export interface DocumentDeps {
  catalogue: Catalogue;
  reviews: Pick<ReviewStore, "read">;
  readHistory: (ev: Ev) => Promise<EvHistory>;
  claims: Pick<ClaimStore, "readModel" | "readEvidence">;
  corrections: Pick<CorrectionStore, "findIfKnown">;
  dictionary: Dictionary;
  assets: Assets;
  site: Site;
}

/**
 * Answers every path that is not a call or a file (everywhere.md#screens) with a document. All visitors share
 * the rendered document because it depends only on the snapshot, the device class and the page's known
 * parameters.
 */
export function documentRoutes(app: FastifyInstance, deps: DocumentDeps) {
  const shellOf = createShells(deps.assets);
  const readVotes = throttledRead(VOTES_MAX_AGE_MS, deps.catalogue.votes);
  const render = createRenderer(shellOf, deps);

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // A path that begins with two slashes would name another host.
    const url = new URL(request.url.replace(/^[/\\]+/, "/"), "http://internal");
    const device = deviceClass(request.headers["user-agent"]);
    // Start these together so that a slow database delays the page only once.
    const [snapshot, votes, correction] = await Promise.all([
      deps.catalogue.current(),
      readVotes(),
      findCorrectionState(deps.corrections, url.pathname),
    ]);
    const redirect = findRedirect(snapshot, url);
    if (redirect) {
      return reply.header("cache-control", PUBLIC).redirect(redirect.address, redirect.status);
    }
    const page = findPageAddress({ snapshot, votes, correction }, url.pathname, url.search);
    const { policyFor, fonts } = shellOf(page.source);
    reply.header(POLICY, policyFor(reply.getHeader(POLICY)));
    if (fonts) reply.header("link", fonts);

    const renderWith = (client: QueryClient) => render(page, { device, snapshot }, client);
    const make = async () =>
      renderWith(await fillClient(page, createPageApi({ ...deps, snapshot, votes, correction })));
    let isWhole = true;
    const showIncomplete = (error: unknown) => {
      if (!(error instanceof IncompletePage)) throw error;
      isWhole = false;
      // The log omits the address because it contains what somebody searched for.
      request.log.warn({ err: error, page: page.source }, "the page is shown without a part");
      return renderWith(error.client);
    };
    const made = page.isKept
      ? app.responseCache.get(documentKey(snapshot, page, device), make)
      : make();
    const html = await made.catch(showIncomplete);
    if (page.isPrivate) reply.headers(PRIVATE);
    return sendEncoded(request, reply, html, {
      status: page.status,
      cacheControl: page.isPrivate ? "private, no-store" : isWhole ? PUBLIC : "no-store",
      vary: "User-Agent",
      isKept: page.isKept && isWhole,
      maxAgeMs: VOTES_MAX_AGE_MS,
    });
  }

  app.get("/", answer);
  app.get("/*", answer);
  return answer;
}

/** Reads the state of the correction whose token is in the address, if there is one. */
async function findCorrectionState(
  corrections: DocumentDeps["corrections"],
  path: string,
): Promise<CorrectionState | null> {
  const { page, params } = matchPage(path);
  return page.name === "correction" ? corrections.findIfKnown(params["token"] ?? "") : null;
}

/**
 * Finds the redirect of an address that is not canonical: moved models redirect permanently, searched words
 * to filters.
 */
function findRedirect(snapshot: Snapshot, { pathname, search }: URL) {
  const moved = movedAddress(snapshot, pathname, search);
  // A redirect depends only on the address and the catalogue, like a page. Browsers would keep a 301 for
  // ever.
  if (moved !== null) return { address: moved, status: 301 };
  const searched = searchedAddress(snapshot, pathname, search);
  return searched === null ? undefined : { address: searched, status: 303 };
}

function createRenderer(
  shellOf: (source: string) => Shell,
  { assets: { firstScript }, site }: Pick<DocumentDeps, "assets" | "site">,
) {
  return async (
    { path, search, source }: PageAddress,
    { device, snapshot }: { device: DeviceClass; snapshot: Snapshot },
    client: QueryClient,
  ): Promise<Encoded> => {
    const { assets, sheets } = shellOf(source);
    const queries = queriesOf(client);
    const data: PageData = {
      assets,
      device,
      version: snapshot.version,
      presentYear: presentYear(),
      chargingRates: snapshot.chargingRates(),
      site,
      queries,
    };
    const { prelude } = await prerenderToNodeStream(
      <Document
        data={data}
        client={client}
        address={{ path, search }}
        serialized={serializePageData(data)}
        firstScript={firstScript}
        sheets={sheets}
      />,
      // By default React moves long parts to the end and adds scripts that the policy refuses.
      { progressiveChunkSize: Infinity },
    );
    return encode(await text(prelude), HTML);
  };
}

function documentKey(
  { cacheKey }: Snapshot,
  { version, path, search }: PageAddress,
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
  /** value of a `Link` header that preloads the fonts */
  fonts: string;
  /** returns a policy that allows the fonts and the first script by their hashes */
  policyFor(usual: unknown): string;
}

function createShells({ forPage, sheet, firstScript }: Assets): (source: string) => Shell {
  const shells = new Map<string, Shell>();
  return (source) => {
    const cachedShell = shells.get(source);
    if (cachedShell) return cachedShell;
    const assets = forPage(source);
    const sheets = sheet ? assets.styles.map(sheet) : [];
    const allow = allowInline({ scripts: [firstScript], styles: sheets });
    const fonts = Array.from(sheets.join("").matchAll(FONT), ([, path]) => path)
      .map((path) => `<${path}>;rel=preload;as=font;crossorigin`)
      .join();
    const shell = { assets, fonts, sheets, policyFor: (usual: unknown) => allow(String(usual)) };
    shells.set(source, shell);
    return shell;
  };
}
