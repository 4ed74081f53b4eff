import { Writable } from "node:stream";
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";

import { createQueryClient } from "../features/catalogue/catalogue.client.ts";
import { createTurns } from "../server/turns.server.ts";
import {
  type KeptPart,
  type ServerRendering,
  ServerRenderingProvider,
} from "../ui/server-rendering.ts";
import type { Ev } from "../vehicle/vehicle.ts";
import { Document, Surroundings, type SurroundingsProps } from "./document.tsx";
import { fillQueries, type PageData, serialisePageData } from "./page-data.ts";

/** Owners of which the HTML of a part is kept, such as the models in a list: about 6 KB each. */
const KEPT_OWNERS = 450;

const keptHtml = new LRUCache<object, Map<string, { of: readonly unknown[]; html: string }>>({
  max: KEPT_OWNERS,
});

/**
 * Renders one page as a whole document, in turns with other work: what has been rendered for another
 * document already is taken from there, and parts of the page wait for their turn.
 * @param data what the page shows
 * @param address path and search (with its `?`, or empty) to render
 * @param sheets texts of the style sheets that stand in the document
 * @param evs every model, for parts that show them all; not sent as data
 * @returns the HTML, with its doctype
 */
export async function renderDocument(
  data: PageData,
  address: { path: string; search: string },
  sheets: readonly string[],
  evs: readonly Ev[],
): Promise<Buffer> {
  const client = createQueryClient();
  fillQueries(client, data.queries);
  const surroundings = { data, client, address, evs };
  const html = await streamed(
    <ServerRenderingProvider value={renderingWith(surroundings)}>
      <Document {...surroundings} serialised={serialisePageData(data)} sheets={sheets} />
    </ServerRenderingProvider>,
  );
  client.clear();
  return html;
}

function renderingWith(surroundings: Omit<SurroundingsProps, "children">): ServerRendering {
  const turn = createTurns();
  const { device, site } = surroundings.data;
  const variant = `${device} ${site.imageHost} ${site.publicUrl}`;
  const madeOf = ({ of = [], ofAddress }: KeptPart) =>
    ofAddress ? [...of, surroundings.address.path, surroundings.address.search] : of;
  return {
    turn,
    kept(part) {
      const known = keptHtml.get(part.owner)?.get(`${variant} ${part.name}`);
      const of = madeOf(part);
      const isSame = known?.of.length === of.length && known.of.every((one, at) => one === of[at]);
      return isSame ? known.html : undefined;
    },
    keep(part, element) {
      const html = renderToString(<Surroundings {...surroundings}>{element}</Surroundings>);
      if (process.env["NODE_ENV"] !== "production") refuseStrayHtml(part.name, html);
      const known = keptHtml.get(part.owner) ?? new Map();
      known.set(`${variant} ${part.name}`, { of: madeOf(part), html });
      keptHtml.set(part.owner, known);
      return html;
    },
  };
}

/** What React would write differently within the page: its ids, and pictures that a head tells of. */
const OF_THE_PAGE = /"_R_\w*_|fetchPriority="high"/;

/** @throws Error when the browser would find something else than this in its place */
export function refuseStrayHtml(name: string, html: string): void {
  const [found] = OF_THE_PAGE.exec(html) ?? [];
  if (found) throw new Error(`"${name}" cannot be kept: its HTML depends on the page (${found}).`);
}

/** What React writes, once nothing waits for its turn any more. */
function streamed(element: ReactNode): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const all = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(element, {
      // Everything in its place: what comes later would need a script to move it there.
      progressiveChunkSize: Infinity,
      onAllReady: () => pipe(all),
      onShellError: reject,
    });
  });
}
