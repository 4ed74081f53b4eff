import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";

import type { Catalogue } from "../features/catalogue/catalogue.server.ts";
import { withBase } from "../domain/base-path.ts";
import { ADMIN, COMPARE, evPath, HOME, TABLE } from "../domain/routes.ts";
import { encode, type Encoded } from "../server/compression.server.ts";
import { PUBLIC, sendEncoded } from "../server/response-cache.server.ts";
import { UserError } from "../base/errors.server.ts";
import type { Ev } from "../domain/vehicle.ts";

/** The sitemap protocol's limit for one file. */
const SITEMAP_ADDRESSES = 50_000;
const XML = "application/xml; charset=utf-8";
const SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9";

interface SiteMapDeps {
  catalogue: Pick<Catalogue, "current">;
  /** PUBLIC_URL, or null when it is unset */
  publicUrl: string | null;
  /** addresses in one file; tests use fewer */
  addressesPerFile?: number;
}

/** XML does not allow noncharacters in any form, but names may contain them. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[\uFFFE\uFFFF]/g, "\uFFFD")
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const FIRST_PAGES = [HOME, COMPARE, TABLE];

function pathAt(evs: readonly Ev[], at: number): string {
  return FIRST_PAGES[at] ?? evPath(evs[at - FIRST_PAGES.length]?.id ?? 0);
}

function xmlList(
  root: string,
  entry: string,
  count: number,
  addressAt: (at: number) => string,
): string {
  const entries = Array.from(
    { length: count },
    (_, at) => `<${entry}><loc>${escapeXml(addressAt(at))}</loc></${entry}>\n`,
  ).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${SCHEMA}">\n${entries}</${root}>\n`;
}

/** @throws UserError 400 when PUBLIC_URL is unset and the request's host is missing or invalid */
export function originFor(request: FastifyRequest, publicUrl: string | null): string {
  const origin = publicUrl ?? requestOrigin(request);
  if (origin === null) throw new UserError(400, "The request has no valid Host header.");
  return origin;
}

/** @returns null when the request's host is missing or invalid */
function requestOrigin(request: FastifyRequest): string | null {
  const origin = `${request.protocol}://${request.host}`;
  const isPlain = /^https?:\/\/[\w.:[\]-]+$/.test(origin) && URL.canParse(origin);
  return isPlain ? new URL(origin).origin : null;
}

/**
 * Serves the sitemap (everywhere.md#search-engines). Without PUBLIC_URL it is made for each request, because
 * nothing cached may contain an origin.
 */
export const siteMapRoutes: FastifyPluginAsync<SiteMapDeps> = async (app, deps) => {
  const { catalogue, publicUrl, addressesPerFile = SITEMAP_ADDRESSES } = deps;

  /** @param part from 1; null is `/sitemap.xml` itself, which becomes an index when one file is too small */
  async function sendSiteMap(request: FastifyRequest, reply: FastifyReply, part: number | null) {
    const origin = originFor(request, publicUrl);
    const snapshot = await catalogue.current();
    const pages = FIRST_PAGES.length + snapshot.evs.length;
    const parts = Math.ceil(pages / addressesPerFile);
    // A single file is not split into parts.
    if (part !== null && (parts === 1 || part < 1 || part > parts)) {
      throw new UserError(404, "Nothing was found at this address.");
    }
    const make = (): Encoded => {
      if (part === null && parts > 1) {
        const fileAt = (at: number) => `${origin}${withBase(`/sitemap-${at + 1}.xml`)}`;
        return encode(xmlList("sitemapindex", "sitemap", parts, fileAt), XML);
      }
      const first = ((part ?? 1) - 1) * addressesPerFile;
      const count = Math.min(addressesPerFile, pages - first);
      const pageAt = (at: number) => `${origin}${withBase(pathAt(snapshot.evs, first + at))}`;
      return encode(xmlList("urlset", "url", count, pageAt), XML);
    };
    if (publicUrl === null) {
      return sendEncoded(request, reply, make(), { cacheControl: "no-store" });
    }
    const encoded = await app.responseCache.get(`sitemap ${snapshot.cacheKey} ${part}`, make);
    return sendEncoded(request, reply, encoded, { cacheControl: PUBLIC });
  }

  app.get("/sitemap.xml", (request, reply) => sendSiteMap(request, reply, null));
  app.get<{ Params: { part: string } }>("/sitemap-:part(^[1-9]\\d{0,5}).xml", (request, reply) =>
    sendSiteMap(request, reply, Number(request.params.part)),
  );

  app.get("/robots.txt", (request, reply) => {
    const origin = publicUrl ?? requestOrigin(request);
    const disallowed = ["/api/", ADMIN].map((path) => `Disallow: ${withBase(path)}`);
    const lines = ["User-agent: *", `Allow: ${withBase("/")}`, ...disallowed];
    if (origin !== null) lines.push("", `Sitemap: ${origin}${withBase("/sitemap.xml")}`);
    return reply
      .header("cache-control", publicUrl === null ? "no-store" : "public, max-age=3600")
      .type("text/plain; charset=utf-8")
      .send(`${lines.join("\n")}\n`);
  });
};
