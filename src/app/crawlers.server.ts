import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { withBase } from "../domain/base-path.ts";
import {
  ADMIN,
  API_DOCS,
  CHANGES_FEED,
  COMPARE,
  DATA,
  evPath,
  HOME,
  TABLE,
} from "../domain/routes.ts";
import { readChanges, readFeed, readLastChanges } from "../features/changes/changes.db.server.ts";
import { DATA_FILES } from "../features/open-data/data-files.ts";
import type { Database } from "../db/database.server.ts";
import { SITE_NAME } from "../pages/site.tsx";
import type { Env } from "../base/env.server.ts";
import { encode, type Encoded } from "../server/compression.server.ts";
import { PUBLIC, sendEncoded } from "../server/response-cache.server.ts";
import { UserError } from "../base/errors.server.ts";
import type { Ev } from "../domain/vehicle.ts";
import { createHash } from "node:crypto";
import { type Change, type Figures, CHANGES_PER_PAGE } from "../features/changes/changes.ts";
import { formatPrice, formatRange } from "../domain/format.ts";

const ISO_DATE_CHARACTERS = 10;
const MAX_ADDRESSES = 50_000;
const OPENAPI = "/api/openapi.json";
/** The list as JSON; crawlers read the file instead. */
const LIST = "/api/evs";
const PLAIN = "text/plain; charset=utf-8";
const XML = "application/xml; charset=utf-8";
const SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** XML does not allow noncharacters in any form, but names may contain them. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[\uFFFE\uFFFF]/g, "\uFFFD")
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const FIRST_PAGES = [HOME, COMPARE, TABLE, DATA];

function siteMapText(
  origin: string,
  addresses: readonly { path: string; lastmod?: string | undefined }[],
): string {
  const entries = addresses
    .map(({ path, lastmod }) => {
      const changed =
        lastmod === undefined ? "" : `<lastmod>${lastmod.slice(0, ISO_DATE_CHARACTERS)}</lastmod>`;
      return `<url><loc>${escapeXml(`${origin}${withBase(path)}`)}</loc>${changed}</url>\n`;
    })
    .join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${SCHEMA}">\n${entries}</urlset>\n`;
}

/** @throws UserError 400 when PUBLIC_URL is unset and the request's host is missing or invalid */
function originFor(request: FastifyRequest, publicUrl: string | null): string {
  const origin = publicUrl ?? requestOrigin(request);
  if (origin === null) throw new UserError(400, "The request has no valid Host header.");
  return origin;
}

/**
 * Sends what contains the site's origin; without PUBLIC_URL it is made for each request, and no cache keeps it.
 * @param key everything else that it depends on @throws UserError 400 like `originFor`
 */
export async function sendWithOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, key }: { publicUrl: string | null; key: string },
  make: (origin: string) => Encoded | Promise<Encoded>,
): Promise<FastifyReply> {
  const origin = originFor(request, publicUrl);
  if (publicUrl === null) {
    return sendEncoded(request, reply, await make(origin), { cacheControl: "no-store" });
  }
  const encoded = await request.server.responseCache.get(key, () => make(origin));
  return sendEncoded(request, reply, encoded, { cacheControl: PUBLIC });
}

/** @returns null when the request's host is missing or invalid */
function requestOrigin(request: FastifyRequest): string | null {
  const origin = `${request.protocol}://${request.host}`;
  const isPlain = /^https?:\/\/[\w.:[\]-]+$/.test(origin) && URL.canParse(origin);
  return isPlain ? new URL(origin).origin : null;
}

/** Lists the pages, each model's with the day of its latest change of trims, prices or ranges. */
async function listAddresses(database: Database, evs: readonly Ev[]) {
  const changes = await readLastChanges(database);
  const latest = [...changes.values()].toSorted().at(-1);
  return [
    ...FIRST_PAGES.map((path) => ({ path, lastmod: path === DATA ? undefined : latest })),
    ...evs.map(({ id }) => ({ path: evPath(id), lastmod: changes.get(id) })),
  ].slice(0, MAX_ADDRESSES);
}

/** Serves the sitemap and other files for crawlers (everywhere.md#search-engines). */
export const siteMapRoutes: FastifyPluginAsync<Pick<Env, "publicUrl" | "dataTerms">> = async (
  app,
  { publicUrl, dataTerms },
) => {
  const { database, catalogue } = app;

  app.get("/sitemap.xml", async (request, reply) => {
    const { evs, cacheKey } = await catalogue.current();
    return sendWithOrigin(
      request,
      reply,
      { publicUrl, key: `sitemap ${cacheKey}` },
      async (origin) => encode(siteMapText(origin, await listAddresses(database, evs)), XML),
    );
  });

  const cacheControl = publicUrl === null ? "no-store" : "public, max-age=3600";

  app.get("/robots.txt", (request, reply) => {
    const origin = publicUrl ?? requestOrigin(request);
    // Some crawlers follow the first rule that fits an address, others the longest.
    const open = [API_DOCS, OPENAPI, ...DATA_FILES.map(({ path }) => path)].filter(
      (path) => path !== LIST,
    );
    const lines = [
      "User-agent: *",
      ...open.map((path) => `Allow: ${withBase(path)}`),
      ...["/api/", ADMIN].map((path) => `Disallow: ${withBase(path)}`),
      `Allow: ${withBase("/")}`,
    ];
    if (origin !== null) lines.push("", `Sitemap: ${origin}${withBase("/sitemap.xml")}`);
    return reply
      .header("cache-control", cacheControl)
      .type(PLAIN)
      .send(`${lines.join("\n")}\n`);
  });

  app.get("/llms.txt", (request, reply) => {
    const origin = originFor(request, publicUrl);
    const text = llmsText((path) => `${origin}${withBase(path)}`, dataTerms);
    return reply.header("cache-control", cacheControl).type(PLAIN).send(text);
  });
};

const LLMS_LINKS = [
  ...DATA_FILES,
  {
    path: CHANGES_FEED,
    title: "Recent changes (Atom)",
    text: "Trims added and removed, prices and ranges changed.",
  },
  {
    path: OPENAPI,
    title: "All calls (OpenAPI 3.1)",
    text: "Reading needs no key and no account, and any site may do it.",
  },
  { path: API_DOCS, title: "API documentation", text: "The calls for people, with examples." },
  { path: DATA, title: "Data and license", text: "License, credits, and what each field means." },
];

/** Tells language models what can be read here (https://llmstxt.org). */
function llmsText(at: (path: string) => string, { license, attribution }: Env["dataTerms"]) {
  const licenseWords = [license.name, license.url].filter(Boolean).join(", ");
  const search = at("/api/evs?bodyType=SUV&maxPrice=50000&minRange=300&limit=10");
  const links = LLMS_LINKS.map(({ path, title, text }) => `- [${title}](${at(path)}): ${text}`);
  return `# ${SITE_NAME}

> Figures of the electric cars sold in the United States: prices, range, charging, size and more, for each trim and model year, with the source of each figure.

License of the figures: ${licenseWords}. ${attribution}

To find cars, read the list with filters, such as ${search}. Each car has a page at ${at("/ev/{id}")}, where id is the id of its model.

## Files and calls

${links.join("\n")}
`;
}

const ATOM = "application/atom+xml; charset=utf-8";

/** Serves `/changes.atom`, the latest changes (saving.md#feed). */
export const changesFeedRoutes: FastifyPluginAsync<Pick<Env, "publicUrl" | "dataTerms">> = async (
  app,
  { publicUrl, dataTerms },
) => {
  const { database, catalogue } = app;
  const rights = [dataTerms.license.name, dataTerms.license.url].filter(Boolean).join(", ");

  app.get(CHANGES_FEED, async (request, reply) => {
    const { findEv, cacheKey } = await catalogue.current();
    const key = `feed ${cacheKey}`;
    return sendWithOrigin(request, reply, { publicUrl, key }, async (origin) => {
      const changes = await readChanges(database, 0, CHANGES_PER_PAGE, "desc");
      const feed = await readFeed(database);
      return encode(feedText({ ...feed, origin, rights, changes, findEv }), ATOM);
    });
  });
};

interface Feed {
  id: string;
  /** timestamp of a feed without changes */
  since: string;
  origin: string;
  rights: string;
  /** newest first */
  changes: readonly Change[];
  findEv(rowId: number): Ev | undefined;
}

/** Renders an Atom document (RFC 4287). */
function feedText({ id, since, origin, rights, changes, findEv }: Feed): string {
  const link = (rel: string, type: string, path: string) =>
    `<link rel="${rel}" type="${type}" href="${escapeXml(`${origin}${withBase(path)}`)}"/>`;
  const entries = changes.map((change) => {
    const { title, content } = entryText(change);
    const ev = findEv(change.rowId);
    const trim = ev?.trims.find(({ rowId }) => rowId === change.rowId);
    return [
      "<entry>",
      `<id>urn:uuid:${uuidIn(id, String(change.id))}</id>`,
      `<title>${escapeXml(title)}</title>`,
      `<updated>${change.at}</updated>`,
      `<category term="${change.kind}"/>`,
      // A deleted row has no page.
      ...(ev && trim ? [link("alternate", "text/html", evPath(ev.id, trim))] : []),
      `<content type="text">${escapeXml(content)}</content>`,
      "</entry>",
    ].join("\n");
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>urn:uuid:${id}</id>`,
    `<title>Recent price changes · ${SITE_NAME}</title>`,
    `<subtitle>Trims added and removed, prices and ranges changed: the latest ${CHANGES_PER_PAGE}</subtitle>`,
    `<updated>${changes[0]?.at ?? since}</updated>`,
    `<author><name>${SITE_NAME}</name></author>`,
    `<rights>${escapeXml(rights)}</rights>`,
    link("self", "application/atom+xml", CHANGES_FEED),
    link("alternate", "text/html", HOME),
    ...entries,
    "</feed>\n",
  ].join("\n");
}

function entryText({ kind, name, before, after }: Change): { title: string; content: string } {
  const say = kind === "range" ? formatRange : formatPrice;
  const figure = (value: Change["before"]) =>
    typeof value === "number" ? say(value) : "not known";
  switch (kind) {
    case "added":
      return {
        title: `${name} added`,
        content: `${name} is listed now: ${describeFigures(after)}.`,
      };
    case "removed":
      return {
        title: `${name} removed`,
        content: `${name} is no longer listed. It had: ${describeFigures(before)}.`,
      };
    case "price":
    case "range": {
      const [was, is] = [figure(before), figure(after)];
      return {
        title: `${name}: ${kind} ${is}, was ${was}`,
        content: `The ${kind} of the ${name} is ${is} now. It was ${was}.`,
      };
    }
  }
}

function describeFigures(value: Change["before"]): string {
  const { price, range }: Figures =
    value !== null && typeof value === "object" ? value : { price: null, range: null };
  return `price ${formatPrice(price)}, range ${formatRange(range)}`;
}

/** Makes a name-based UUID (RFC 9562, version 5): the same for the same name in the same catalogue. */
function uuidIn(namespace: string, name: string): string {
  const bytes = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name)
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
