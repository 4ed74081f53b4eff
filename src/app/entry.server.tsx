import { LRUCache } from "lru-cache";
import { createQueryClient } from "../features/catalogue/catalogue.client.ts";
import type { BodyPart } from "../server/compression.server.ts";
import type { Ev } from "../vehicle/vehicle.ts";
import { Document } from "./document.tsx";
import { fillQueries, type PageData, serialisePageData } from "./page-data.ts";
import { type Piece, renderApart, renderPieces } from "./page-pieces.server.tsx";

/** Memory for pages as they were rendered last, such as two hundred of a model. */
const PAGES_BYTES = 12 * 1024 * 1024;

export interface RenderedDocument {
  /** its HTML, with its doctype; the same array as the last time when it is the same HTML */
  parts: readonly BodyPart[];
  /** whether the page has been rendered before: of what is asked for once, no next one follows soon */
  isAgain: boolean;
}

/** A page as it was rendered last. */
interface RenderedPage {
  /** the data that it shows */
  serialised: string;
  sheets: readonly string[];
  pieces: readonly Piece[];
  /** the HTML of the pieces */
  parts: readonly BodyPart[];
}

const pages = new LRUCache<string, RenderedPage>({
  maxSize: PAGES_BYTES,
  // A page of hardly any data has all of its style sheets, too.
  sizeCalculation: ({ serialised, parts }) =>
    parts.reduce((sum, { bytes }) => sum + bytes.length, serialised.length * 2),
});

/**
 * Renders one page as a whole document, in turns with other work. A page that shows the same data as
 * the last time is not rendered again, but for what is made of every model.
 * @param data what the page shows
 * @param address path and search (with its `?`, or empty) to render
 * @param sheets texts of the style sheets that stand in the document
 * @param evs every model, for parts that show them all; not sent as data
 */
export async function renderDocument(
  data: PageData,
  address: { path: string; search: string },
  sheets: readonly string[],
  evs: readonly Ev[],
): Promise<RenderedDocument> {
  const client = createQueryClient();
  fillQueries(client, data.queries);
  const surroundings = { data, client, address, evs };
  const serialised = serialisePageData(data);
  const key = `${data.device} ${address.path}${address.search}`;
  const before = pages.get(key);
  const isSame = before?.serialised === serialised && before.sheets === sheets;
  const pieces = isSame
    ? before.pieces
    : await renderPieces(
        <Document {...surroundings} serialised={serialised} sheets={sheets} />,
        surroundings,
        before?.pieces,
      );
  const joined = await renderApart(pieces, surroundings);
  client.clear();
  const parts = before && areSame(before.parts, joined) ? before.parts : joined;
  pages.set(key, { serialised, sheets, pieces, parts });
  return { parts, isAgain: before !== undefined };
}

function areSame(some: readonly BodyPart[], others: readonly BodyPart[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}
