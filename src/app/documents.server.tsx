import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { text } from "node:stream/consumers";
import type { QueryClient } from "@tanstack/react-query";
import { prerenderToNodeStream } from "react-dom/static";

import type { Catalogue, VotesSnapshot } from "../features/catalogue/catalogue.server.ts";
import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import type { ClaimStore } from "../features/claims/claims.db.server.ts";
import type { EvHistory } from "../features/changes/changes.schema.ts";
import type { CorrectionStore } from "../features/corrections/corrections.db.server.ts";
import { deviceClass } from "../features/pictures/pictures.ts";
import type { Dictionary } from "../features/open-data/open-data.schema.ts";
import type { ReviewStore } from "../features/reviews/reviews.db.server.ts";
import { HOME } from "../domain/routes.ts";
import {
  chooseEncoding,
  encode,
  type Encoded,
  type Encoding,
} from "../server/compression.server.ts";
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

/** Votes cast on another instance then appear within a second. */
const VOTES_RENEW_MS = 500;
/** Votes up to this age may still be shown while the next document is rendered. */
const VOTES_SHOWN_MS = 850;
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
  const votesForPages = throttledRead(VOTES_RENEW_MS, deps.catalogue.votes);
  const render = createRenderer(shellOf, deps);
  const load = (
    page: PageAddress,
    snapshot: Snapshot,
    votes: VotesSnapshot,
    correction: CorrectionState | null = null,
  ) => fillClient(page, createPageApi({ ...deps, snapshot, votes, correction }));
  const rememberHome = keepHomeWarm(deps.catalogue, async (snapshot, device) => {
    const votes = await votesForPages.read();
    const page = findPageAddress({ snapshot, votes }, HOME, "");
    return app.responseCache.get(documentKey(snapshot, page, device), async () =>
      render(page, { device, snapshot }, await load(page, snapshot, votes)),
    );
  });

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // A path that begins with two slashes would name another host.
    const url = new URL(request.url.replace(/^[/\\]+/, "/"), "http://internal");
    const device = deviceClass(request.headers["user-agent"]);
    // Start these together so that a slow database delays the page only once.
    const [snapshot, votes, correction] = await Promise.all([
      deps.catalogue.current(),
      votesForPages.read(),
      findCorrectionState(deps.corrections, url.pathname),
    ]);
    const redirect = findRedirect(snapshot, url);
    if (redirect) {
      return reply.header("cache-control", PUBLIC).redirect(redirect.address, redirect.status);
    }
    const addressWith = (withVotes: VotesSnapshot) =>
      findPageAddress({ snapshot, votes: withVotes, correction }, url.pathname, url.search);
    const page = addressWith(votes);
    const year = presentYear();
    const { policyFor, fonts } = shellOf(page.source);
    reply.header(POLICY, policyFor(reply.getHeader(POLICY)));
    if (fonts) reply.header("link", fonts);
    if (page.path === HOME && page.search === "") rememberHome(request, device);

    const votesBefore = votesForPages.before(VOTES_SHOWN_MS);
    const { html, isWhole, isLatest } = await findDocument(app.responseCache, {
      page,
      keyOf: (one) => documentKey(snapshot, one, device),
      load: () => load(page, snapshot, votes, correction),
      render: (client) => render(page, { device, snapshot }, client),
      // While React renders the newest votes, readers get the previous document.
      before: () => votesBefore && addressWith(votesBefore),
      // The log omits the address because it contains what somebody searched for.
      report: (error) =>
        request.log.warn({ err: error, page: page.source }, "the page is shown without a part"),
    });
    if (page.isPrivate) reply.headers(PRIVATE);
    return sendEncoded(request, reply, html, {
      status: page.status,
      cacheControl: page.isPrivate ? "private, no-store" : isWhole ? PUBLIC : "no-store",
      vary: "User-Agent",
      ...(page.isKept &&
        isWhole &&
        isLatest && {
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

/**
 * Most visitors open the home page first, so it is rendered before a large change is announced, in every
 * variant that was requested.
 * @returns a function that records the variant of a request
 */
function keepHomeWarm(
  catalogue: Pick<Catalogue, "prewarm">,
  make: (snapshot: Snapshot, device: DeviceClass) => Promise<Encoded>,
): (request: FastifyRequest, device: DeviceClass) => void {
  const variants = new Map<string, { device: DeviceClass; encoding: Encoding }>();
  catalogue.prewarm(async (snapshot) => {
    for (const { device, encoding } of variants.values()) {
      const document = await make(snapshot, device);
      await document.body(encoding);
    }
  });
  return (request, device) => {
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    variants.set(`${device} ${encoding}`, { device, encoding });
  };
}

interface WantedDocument {
  page: PageAddress;
  keyOf: (page: PageAddress) => string;
  /** @throws IncompletePage */
  load: () => Promise<QueryClient>;
  render: (client: QueryClient) => Promise<Encoded>;
  /** the previous version of the page, if it may still be shown */
  before: () => PageAddress | undefined;
  report: (error: unknown) => void;
}

/** @returns the document, whether all its parts are there, and whether it has the latest votes */
async function findDocument(
  cache: FastifyInstance["responseCache"],
  { page, keyOf: key, load, render, before, report }: WantedDocument,
): Promise<{ html: Encoded; isWhole: boolean; isLatest: boolean }> {
  const renderWhole = async () => render(await load());
  const cachedHtml = page.isKept ? cache.made(key(page)) : undefined;
  const whole = page.isKept ? cache.get(key(page), renderWhole) : renderWhole();
  const pageBefore = page.isKept && !cachedHtml ? before() : undefined;
  const htmlBefore = pageBefore && cache.made(key(pageBefore));
  if (htmlBefore) {
    // A reader who gets the previous document is not told that the next one failed.
    whole.catch(() => undefined);
    return { html: htmlBefore, isWhole: true, isLatest: false };
  }
  try {
    return { html: await whole, isWhole: true, isLatest: true };
  } catch (error) {
    if (!(error instanceof IncompletePage)) throw error;
    report(error);
    return { html: await render(error.client), isWhole: false, isLatest: true };
  }
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
