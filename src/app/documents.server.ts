import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Catalogue } from "../features/catalogue/catalogue.server.ts";
import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import { deviceClass } from "../features/images/images.ts";
import type { ReviewStore } from "../features/reviews/review.store.server.ts";
import { HOME } from "../routes.ts";
import { type CachedAnswers, createCachedAnswers } from "../server/cached-answer.server.ts";
import {
  ALL_ENCODINGS,
  encode,
  type Encoded,
  type Encoding,
} from "../server/compression.server.ts";
import { likedEncodings, sendEncoded } from "../server/send-encoded.server.ts";
import { boundWait } from "../server/database-wait.server.ts";
import { allowInline } from "../server/security-headers.server.ts";
import type { DeviceClass } from "../ui/device.ts";
import type { Assets } from "./assets.server.ts";
import { renderDocument } from "./entry.server.tsx";
import { type DocumentAssets, FIRST_SCRIPT, type PageData, type Site } from "./page-data.ts";
import { readPage, type ReadPage } from "./page-queries.server.ts";
import { loadWholePage, matchPage } from "./pages.ts";

/** Memory for a version's rendered documents with their compressed forms. */
const DOCUMENT_CACHE_BYTES = 24 * 1024 * 1024;
/**
 * Votes change a rendered page at most this often, however many come in; those of another instance
 * are then shown within a second.
 */
const VOTES_RENEW_MS = 500;
/** So old the votes of a page may be while the next document is made: within that second. */
const VOTES_SHOWN_MS = 850;
/** How long a page waits for the part of it that is not in memory. */
const PART_MS = 1_000;
const HTML = "text/html; charset=utf-8";
const POLICY = "content-security-policy";

export interface DocumentDeps {
  catalogue: Catalogue;
  reviews: Pick<ReviewStore, "read">;
  assets: Assets;
  site: Site;
}

/**
 * Answers every address that is no call and no file with a rendered document (§2).
 * A document depends on the catalogue's version, the device class and the page's known
 * parameters only, so it is rendered once for all visitors.
 * @returns what answers them
 */
export function documentRoutes(app: FastifyInstance, deps: DocumentDeps) {
  const documentsOf = createDocuments();
  const shellOf = createShells(deps.assets);
  const votesForPages = atMostEvery(VOTES_RENEW_MS, deps.catalogue.votes);

  async function render(
    page: ReadPage,
    device: DeviceClass,
    { evs }: Snapshot,
    queries: PageData["queries"],
  ): Promise<Encoded> {
    // By the first document of each page: a start is spared them.
    await loadWholePage(matchPage(page.path).page);
    const { assets, sheets } = shellOf(page.source);
    const data = { assets, device, presentYear: presentYear(), site: deps.site, queries };
    return encode(renderDocument(data, page, sheets, evs), HTML);
  }

  /** Makes what nearly everybody asks for first, encoded as it was asked for. */
  async function makeHome(
    snapshot: Snapshot,
    device: DeviceClass,
    encoding: Encoding,
  ): Promise<void> {
    const votes = await votesForPages.read();
    const page = readPage({ snapshot, votes, reviews: deps.reviews }, HOME, "");
    const document = await documentsOf(snapshot).get(keyOf(page, device), async () =>
      render(page, device, snapshot, await page.queries()),
    );
    await document.body(encoding);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // What begins with two slashes would name another host.
    const url = new URL(request.url.replace(/^[/\\]+/, "/"), "http://internal");
    const device = deviceClass(request.headers["user-agent"]);
    // Together: of a slow database nobody waits for one after the other.
    const [snapshot, votes] = await Promise.all([deps.catalogue.current(), votesForPages.read()]);
    const sources = { snapshot, votes, reviews: deps.reviews };
    const page = readPage(sources, url.pathname, url.search);
    const key = keyOf(page, device);
    const year = presentYear();
    reply.header(POLICY, shellOf(page.source).policyFor(reply.getHeader(POLICY)));
    /** Nobody waits for a document that differs in votes alone from one of a moment ago. */
    const documentBefore = () => {
      const votesBefore = votesForPages.before(VOTES_SHOWN_MS);
      if (!votesBefore) return undefined;
      const pageBefore = readPage({ ...sources, votes: votesBefore }, url.pathname, url.search);
      return documents.made(keyOf(pageBefore, device));
    };
    const renderWhole = async () => {
      const queries = page.queries();
      const answers = await (page.queriesInMemory ? boundWait(queries, PART_MS) : queries);
      return render(page, device, snapshot, answers);
    };
    if (page.path === HOME && page.search === "") {
      // Over plain HTTP browsers understand gzip alone.
      const [encoding = "identity"] = likedEncodings(
        request.headers["accept-encoding"],
        ALL_ENCODINGS,
      );
      snapshot.makeAhead(`home for ${device} by ${encoding}`, (next) =>
        makeHome(next, device, encoding),
      );
    }
    let { isKept } = page;
    const documents = documentsOf(snapshot);
    const whole = isKept ? documents.get(key, renderWhole) : renderWhole();
    const before = isKept && !documents.made(key) ? documentBefore() : undefined;
    // Whoever asks when the votes are too old, too, is told why it could not be made.
    if (before) whole.catch(() => undefined);
    const makeAnyhow = (error: unknown) => {
      if (!page.queriesInMemory) throw error;
      // Not its address, which holds what somebody searched for.
      request.log.warn({ err: error, page: page.source }, "the page is shown without a part");
      isKept = false;
      return render(page, device, snapshot, page.queriesInMemory());
    };
    const html = before ?? (await whole.catch(makeAnyhow));
    return sendEncoded(request, reply, html, {
      status: page.status,
      cacheControl: "no-cache",
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

/** What tells a document from others of one version of the catalogue. */
function keyOf({ version, path, search }: ReadPage, device: DeviceClass): string {
  return `${version} ${device} ${presentYear()} ${path}${search}`;
}

/** Part of what a page shows; no page of last year is shown in this one. */
function presentYear(): number {
  return new Date().getFullYear();
}

/** @returns the finished documents of a snapshot, which go with it */
function createDocuments(): (snapshot: Snapshot) => CachedAnswers {
  const all = new WeakMap<Snapshot, CachedAnswers>();
  return (snapshot) => {
    const documents = all.get(snapshot) ?? createCachedAnswers(DOCUMENT_CACHE_BYTES);
    all.set(snapshot, documents);
    return documents;
  };
}

/** What all documents of one page have in common. */
interface Shell {
  assets: DocumentAssets;
  /** the texts of its style sheets, which stand in it */
  sheets: readonly string[];
  /** the usual policy, which lets them and the document's one script pass by their hashes */
  policyFor(usual: unknown): string;
}

/** @returns the shell of a page by its module; each is made once */
function createShells({ forPage, sheet }: Assets): (source: string) => Shell {
  const shells = new Map<string, Shell>();
  return (source) => {
    const known = shells.get(source);
    if (known) return known;
    const assets = forPage(source);
    const sheets = sheet ? assets.styles.map(sheet) : [];
    const allow = allowInline({ scripts: [FIRST_SCRIPT], styles: sheets });
    const shell = { assets, sheets, policyFor: (usual: unknown) => allow(String(usual)) };
    shells.set(source, shell);
    return shell;
  };
}

/** The answer of `read`, asked again only when the last one is older than this. */
function atMostEvery<T>(milliseconds: number, read: () => Promise<T>) {
  let last: { at: number; answer: Promise<T>; value?: T } | undefined;
  let before: typeof last;
  const isYoung = () => last !== undefined && performance.now() - last.at < milliseconds;
  return {
    /** Whether `read` would answer this very value. */
    isCurrent: (value: T) => isYoung() && last?.value === value,
    /** The value before this one, unless it was asked for longer ago. */
    before: (mostMs: number): T | undefined =>
      before && performance.now() - before.at < mostMs ? before.value : undefined,
    read(): Promise<T> {
      if (last && isYoung()) return last.answer;
      const asked: typeof last = { at: performance.now(), answer: read() };
      before = last;
      last = asked;
      asked.answer.then(
        (value) => (asked.value = value),
        () => (last = undefined),
      );
      return asked.answer;
    },
  };
}
