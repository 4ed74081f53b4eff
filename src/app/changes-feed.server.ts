import { createHash } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";

import { type Change, type Figures, CHANGES_PER_PAGE } from "../features/changes/changes.ts";
import { readChanges, readFeed } from "../features/changes/changes.db.server.ts";
import { withBase } from "../domain/base-path.ts";
import { CHANGES_FEED, evPath, HOME } from "../domain/routes.ts";
import type { Env } from "../base/env.server.ts";
import { encode } from "../server/compression.server.ts";
import { formatPrice, formatRange } from "../domain/format.ts";
import type { Ev } from "../domain/vehicle.ts";
import { escapeXml, sendWithOrigin } from "./site-map.server.ts";
import { SITE_NAME } from "../pages/site.tsx";

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
