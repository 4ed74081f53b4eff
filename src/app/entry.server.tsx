import { LRUCache } from "lru-cache";
import { createQueryClient } from "../features/catalogue/catalogue.client.ts";
import type { BodyPart } from "../server/compression.server.ts";
import type { Ev } from "../vehicle/vehicle.ts";
import { Document } from "./document.tsx";
import { fillQueries, type PageData, serialisePageData } from "./page-data.ts";
import { matchPage } from "./pages.ts";
import { type Piece, renderApart, renderPieces } from "./page-pieces.server.tsx";

/** Memory for pages as they were rendered last: the few that everybody comes to, */
const FEW_BYTES = 4 * 1024 * 1024;
/** and those of which there is no end, such as one for each model; a hundred and more. */
const MANY_BYTES = 8 * 1024 * 1024;

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

const keptPages = (maxSize: number) =>
  new LRUCache<string, RenderedPage>({
    maxSize,
    // A page of hardly any data has all of its style sheets, too.
    sizeCalculation: ({ serialised, parts }) =>
      parts.reduce((sum, { bytes }) => sum + bytes.length, serialised.length * 2),
  });
const few = keptPages(FEW_BYTES);
const many = keptPages(MANY_BYTES);

/** Whoever reads every model's page, or asks for every filter, leaves the home page where it is. */
function keptWith({ path, search }: { path: string; search: string }): typeof few {
  return search === "" && matchPage(path).page.name !== "ev" ? few : many;
}

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
  const pages = keptWith(address);
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
