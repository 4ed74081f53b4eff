import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { text } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { type QueryClient, hashKey } from "@tanstack/react-query";
import { prerenderToNodeStream } from "react-dom/static";
import type { VotesSnapshot } from "../features/catalogue/catalogue.server.ts";
import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import { deviceClass } from "../features/pictures/pictures.ts";
import type { Dictionary } from "../features/open-data/open-data.schema.ts";
import { encode, type Encoded } from "../server/compression.server.ts";
import { PUBLIC, sendEncoded } from "../server/response-cache.server.ts";
import { allowInline } from "../server/security-headers.server.ts";
import type { DeviceClass } from "../ui/device.ts";
import type { DocumentData } from "../ui/document-data.ts";
import type { Ev } from "../domain/vehicle.ts";
import type { Assets } from "./assets.server.ts";
import { Document, type PageData } from "./document.tsx";
import {
  type AddressSources,
  findPageAddress,
  movedAddress,
  type PageAddress,
  searchedAddress,
} from "./page-address.server.ts";
import { loadPage, matchPage, type Page } from "./pages.ts";
import { memoizeByObject } from "../domain/memoize.ts";
import { serializeJson } from "../ui/json-script.tsx";
import { createQueryClient, evsQuery } from "../features/catalogue/catalogue.queries.ts";
import { withTimeout } from "../base/timeout.server.ts";
import type { PageApi } from "../pages/page.ts";
import { rankInSegment } from "../features/catalogue/segment-ranks.server.ts";
import { readHistory } from "../features/changes/changes.db.server.ts";
import { changedTrims } from "../features/changes/changes.ts";
import { NO_VOTES_YET } from "../features/ranking/votes.queries.ts";
import { readSlice } from "../pages/catalogue-slice.server.ts";
import { sliceQuery } from "../features/catalogue/use-catalogue.ts";
import { correctionQuery } from "../features/corrections/corrections.queries.ts";
import { dictionaryQuery } from "../features/open-data/open-data.queries.ts";

/** Limits each of two waits, so that a vote appears on pages within a second. */
const VOTES_MAX_AGE_MS = 500;
const HTML = "text/html; charset=utf-8";
type Site = Pick<DocumentData, "publicUrl" | "imageHost">;
/** Fonts that nearly every page uses; the full ones are named `-latin-`. */
const FONT = /url\(([^()]*\/assets\/[a-z]+-[\w-]{8}[.]woff2)\)/g;
const POLICY = "content-security-policy";
/** Headers of a page that only people with its address may read. */
const PRIVATE = { "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };

/**
 * Answers every path that is not a call or a file (everywhere.md#screens). All visitors share the document: it only
 * depends on the snapshot, the device class and the page's known parameters.
 */
export function registerDocuments(
  app: FastifyInstance,
  { assets, dictionary, site }: { assets: Assets; dictionary: Dictionary; site: Site },
) {
  const { catalogue, corrections, responseCache } = app;
  const shellOf = createShells(assets);
  const recentVotes = new LRUCache<string, VotesSnapshot>({
    max: 1,
    ttl: VOTES_MAX_AGE_MS,
    fetchMethod: () => catalogue.votes(),
  });
  const render = createRenderer(shellOf, { assets, site });

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // A path that begins with two slashes would name another host.
    const url = new URL(request.url.replace(/^[/\\]+/, "/"), "http://internal");
    const { page, params } = matchPage(url.pathname);
    const device = deviceClass(request.headers["user-agent"]);
    // Start these together so that a slow database delays the page only once.
    const [snapshot, votes, correction] = await Promise.all([
      catalogue.current(),
      recentVotes.forceFetch("votes"),
      page.name === "correction" ? corrections.findIfKnown(params["token"] ?? "") : null,
    ]);
    const redirect = findRedirect(snapshot, url);
    if (redirect) {
      return reply.header("cache-control", PUBLIC).redirect(redirect.address, redirect.status);
    }
    const address = findPageAddress({ snapshot, votes, correction }, url.pathname, url.search);
    const { policyFor, fonts } = shellOf(address.page);
    reply.header(POLICY, policyFor(reply.getHeader(POLICY)));
    if (fonts) reply.header("link", fonts);

    const make = async () => {
      const client = createQueryClient();
      await fillFromMemory(client, address, { snapshot, votes, correction, dictionary });
      const failure = await runLoader(client, address, createPageApi(app, snapshot, votes));
      const html = await render(address, { device, snapshot }, client);
      if (failure !== null) throw new IncompletePage(html, failure);
      return html;
    };
    let isWhole = true;
    const showIncomplete = (error: unknown) => {
      if (!(error instanceof IncompletePage)) throw error;
      isWhole = false;
      // The log omits the address because it contains what somebody searched for.
      request.log.warn(
        { err: error, page: address.page.source },
        "the page is shown without a part",
      );
      return error.html;
    };
    const { path, search, version } = address;
    const key = `page ${snapshot.cacheKey} ${version} ${device} ${presentYear()} ${path}${search}`;
    const made = address.isKept ? responseCache.get(key, make) : make();
    const html = await made.catch(showIncomplete);
    if (address.isPrivate) reply.headers(PRIVATE);
    return sendEncoded(request, reply, html, {
      status: address.status,
      cacheControl: address.isPrivate ? "private, no-store" : isWhole ? PUBLIC : "no-store",
      vary: "User-Agent",
      isKept: address.isKept && isWhole,
      maxAgeMs: VOTES_MAX_AGE_MS,
    });
  }

  app.get("/", answer);
  app.get("/*", answer);
  return answer;
}

/** Moved models redirect permanently, searched words to their filters. */
function findRedirect(snapshot: Snapshot, { pathname, search }: URL) {
  const moved = movedAddress(snapshot, pathname, search);
  // Depends only on the address and the catalogue, like a page. Browsers would keep a 301 for ever.
  if (moved !== null) return { address: moved, status: 301 };
  const searched = searchedAddress(snapshot, pathname, search);
  return searched === null ? undefined : { address: searched, status: 303 };
}

function createRenderer(
  shellOf: ReturnType<typeof createShells>,
  { assets: { firstScript }, site }: { assets: Assets; site: Site },
) {
  return async (
    { path, search, page }: PageAddress,
    { device, snapshot }: { device: DeviceClass; snapshot: Snapshot },
    client: QueryClient,
  ): Promise<Encoded> => {
    const { assets, sheets } = shellOf(page);
    const queries = queriesOf(client);
    const data: PageData = {
      assets,
      version: snapshot.version,
      device,
      presentYear: presentYear(),
      chargingRates: snapshot.chargingRates(),
      ...site,
      queries,
    };
    const { prelude } = await prerenderToNodeStream(
      <Document
        data={data}
        client={client}
        address={{ path, search }}
        serialized={serializeJson(data)}
        firstScript={firstScript}
        sheets={sheets}
      />,
      // By default React moves long parts to the end and adds scripts that the policy refuses.
      { progressiveChunkSize: Infinity },
    );
    return encode(await text(prelude), HTML);
  };
}

function presentYear(): number {
  return new Date().getFullYear();
}

function createShells({ forPage, sheet, firstScript }: Assets) {
  return memoizeByObject(({ source }: Page) => {
    const assets = forPage(source);
    const sheets = sheet ? assets.styles.map(sheet) : [];
    const allow = allowInline({ scripts: [firstScript], styles: sheets });
    const fonts = Array.from(sheets.join("").matchAll(FONT), ([, path]) => path)
      .map((path) => `<${path}>;rel=preload;as=font;crossorigin`)
      .join();
    return {
      assets,
      sheets,
      /** value of a `Link` header that preloads the fonts */
      fonts,
      /** returns a policy that allows the inlined sheets and the first script by their hashes */
      policyFor: (policy: unknown) => allow(String(policy)),
    };
  });
}

/** How long a page waits for each of its reads from the database. */
const READ_TIMEOUT_MS = 1_000;

/** The page without the parts that the database did not answer in time; an error, so that no cache keeps it. */
class IncompletePage extends Error {
  readonly html: Encoded;

  constructor(html: Encoded, cause: unknown) {
    super("a part of the page is missing", { cause });
    this.html = html;
  }
}

/** Gives the client what the page's queries would otherwise call the server for. */
async function fillFromMemory(
  client: QueryClient,
  { page, params, search }: PageAddress,
  { snapshot, votes, correction, dictionary }: AddressSources & { dictionary: Dictionary },
): Promise<void> {
  // Not copied: nobody changes a query's result, and a copy would have to be counted and sorted again.
  client.setQueryData(evsQuery.queryKey, snapshot.evsAsListed() as Ev[]);
  const slice = await readSlice(page.name, snapshot, votes, search);
  if (slice) client.setQueryData(sliceQuery.queryKey, slice);
  if (page.name === "correction")
    client.setQueryData(correctionQuery(params["token"] ?? "").queryKey, correction);
  if (page.name === "open-data") client.setQueryData(dictionaryQuery.queryKey, dictionary);
}

/** Runs the page's own loader and waits for its data. @returns why some are missing; null when none are */
async function runLoader(
  client: QueryClient,
  { page, params, search }: PageAddress,
  api: PageApi,
): Promise<Error | null> {
  const { load } = await loadPage(page);
  await load?.({ client, params, search, api });
  const cache = client.getQueryCache();
  // Loaders start some reads without waiting for them.
  await Promise.allSettled(cache.getAll().flatMap(({ promise }) => promise ?? []));
  const missing = cache.findAll({ predicate: ({ state }) => state.status !== "success" });
  // They would be shown as failed, so remove them and let the browser read them again.
  for (const query of missing) cache.remove(query);
  return missing[0]?.state.error ?? null;
}

const LIST_HASH = hashKey(evsQuery.queryKey);

/** Returns the queries for hydration, without the whole list, for which its parts wait in the browser. */
function queriesOf(client: QueryClient): PageData["queries"] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ queryHash }) => queryHash !== LIST_HASH)
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

/** Creates the API from which page loaders read: one version of the catalogue and its votes. */
function createPageApi(
  { claims, database, reviews }: FastifyInstance,
  snapshot: Snapshot,
  votes: VotesSnapshot,
): PageApi {
  const { findEv, requireEv } = snapshot;
  const inTime = <T,>(read: Promise<T>) => withTimeout(read, READ_TIMEOUT_MS);
  return {
    readEv: async (id) => findEv(id) ?? null,
    readPlaces: async (id) => rankInSegment(snapshot.evs, requireEv(id)),
    readVotes: async (id) => votes.byModel.get(id) ?? NO_VOTES_YET,
    readReviews: async ({ evId, ...part }) => inTime(reviews.read(requireEv(evId), part)),
    readHistory: async (id) => changedTrims(await inTime(readHistory(database, requireEv(id)))),
    readEvidence: async (id) => inTime(claims.readEvidence(requireEv(id).id)),
    readClaims: async (id) => inTime(claims.readModel(requireEv(id).id)),
  };
}
