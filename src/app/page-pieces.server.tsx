import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { LRUCache } from "lru-cache";
import { Fragment, type ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";

import { type BodyPart, bodyPart } from "../server/compression.server.ts";
import { createTurns } from "../server/turns.server.ts";
import {
  AfterOthers,
  type KeptPart,
  type ServerRendering,
  ServerRenderingProvider,
} from "../ui/server-rendering.ts";
import { Surroundings, type SurroundingsProps } from "./document.tsx";

/** What a page is made of, in order: HTML, and what is made of every model and rendered apart. */
export type Piece = BodyPart | ApartPiece;

interface ApartPiece {
  element: ReactNode;
  /** what it was when it was rendered last */
  last?: readonly Piece[] | undefined;
}

const isHtml = (piece: Marked): piece is BodyPart => "bytes" in piece;
const isNewPart = (mark: Marked): mark is NewPart => "part" in mark;

/** What surrounds every component of a page. */
export type PageSurroundings = Omit<SurroundingsProps, "children">;

/** Owners of which the HTML of a part is kept, such as the models in a list: about 6 KB each. */
const KEPT_OWNERS = 450;

interface KeptHtml {
  of: readonly unknown[];
  html: BodyPart;
}

const keptHtml = new LRUCache<object, Map<string, KeptHtml>>({ max: KEPT_OWNERS });

/** A part of which the HTML is to be kept, and has yet to be rendered. */
interface NewPart {
  part: KeptPart;
  element: ReactNode;
}

/** What React has left a mark for. */
type Marked = Piece | NewPart;

/** Stands for a piece in what React writes; nobody else can know it. */
const MARK = `${randomUUID()}:`;
const MARKS = new RegExp(`${MARK}(\\d+);`);
/** Stands between two parts that are rendered together. */
const BETWEEN = `<hr id="${MARK}"/>`;

/**
 * Renders something in turns with other work, in pieces: HTML that has been kept of a part is a piece
 * by itself, the same object each time.
 * @param before the pieces when it was rendered last: HTML that is still the same stays the same object
 */
export async function renderPieces(
  element: ReactNode,
  surroundings: PageSurroundings,
  before: readonly Piece[] = [],
): Promise<readonly Piece[]> {
  const marked: Marked[] = [];
  const rendering = renderingInto(marked, surroundings);
  const html = await streamed(
    <ServerRenderingProvider value={rendering}>{element}</ServerRenderingProvider>,
  );
  const kept = await renderNewParts(marked.filter(isNewPart), surroundings, rendering);
  // Split by something with a group: texts, and between two of them what the group has found.
  return html.split(MARKS).flatMap((text, at) => {
    const known = before[at];
    if (at % 2 === 0) return sameOrNew(text, known);
    const mark = marked[Number(text)];
    const piece = mark && isNewPart(mark) ? kept.get(mark) : mark;
    if (!piece || isHtml(piece)) return piece ?? [];
    return { ...piece, last: known && !isHtml(known) ? known.last : undefined };
  });
}

function sameOrNew(text: string, before: Piece | undefined): BodyPart {
  return before && isHtml(before) && before.bytes.equals(Buffer.from(text))
    ? before
    : bodyPart(text);
}

/** Renders the pieces that are rendered apart. @returns all of it as HTML */
export async function renderApart(
  pieces: readonly Piece[],
  surroundings: PageSurroundings,
): Promise<readonly BodyPart[]> {
  const parts = pieces.map(async (piece) => {
    if (isHtml(piece)) return [piece];
    const element = <Surroundings {...surroundings}>{piece.element}</Surroundings>;
    piece.last = await renderPieces(element, surroundings, piece.last);
    if (process.env["NODE_ENV"] !== "production") {
      for (const { bytes } of piece.last.filter(isHtml))
        refuseStrayHtml("A part", bytes.toString());
    }
    return renderApart(piece.last, surroundings);
  });
  const all = (await Promise.all(parts)).flat();
  return all.filter(({ bytes }) => bytes.length > 0);
}

/** What tells the HTML of a part from that of another device or year. */
const keyOf = ({ name }: KeptPart, { data: { device, presentYear, site } }: PageSurroundings) =>
  `${device} ${presentYear} ${site.imageHost} ${site.publicUrl} ${name}`;

const madeOf = ({ of = [], ofAddress }: KeptPart, { address }: PageSurroundings) =>
  ofAddress ? [...of, address.path, address.search] : of;

/** The HTML that is kept of a part, if it is still made of the same. */
function keptOf(part: KeptPart, surroundings: PageSurroundings): BodyPart | undefined {
  const known = keptHtml.get(part.owner)?.get(keyOf(part, surroundings));
  const of = madeOf(part, surroundings);
  const isSame = known?.of.length === of.length && known.of.every((one, at) => one === of[at]);
  return isSame ? known.html : undefined;
}

/** @param marked where the pieces go that are marked in the HTML */
function renderingInto(marked: Marked[], surroundings: PageSurroundings): ServerRendering {
  const mark = (piece: Marked) => `${MARK}${marked.push(piece) - 1};`;
  return {
    turn: createTurns(),
    kept(part) {
      const html = keptOf(part, surroundings);
      return html && mark(html);
    },
    keep: (part, element) => mark({ part, element }),
    takeOut: (element) => mark({ element }),
  };
}

/**
 * Renders parts together, each as by itself, and keeps their HTML. The page's own renderer does it: to
 * load and warm up React's other one as well takes a start longer, and 4 MB.
 */
async function renderNewParts(
  parts: readonly NewPart[],
  surroundings: PageSurroundings,
  rendering: ServerRendering,
): Promise<ReadonlyMap<NewPart, BodyPart>> {
  const kept = new Map<NewPart, BodyPart>();
  if (parts.length === 0) return kept;
  const all = await streamed(
    <Surroundings {...surroundings}>
      {parts.map(({ element }, at) => (
        <Fragment key={at}>
          <hr id={MARK} />
          <ServerRenderingProvider value={rendering}>
            <AfterOthers>
              <ServerRenderingProvider value={undefined}>{element}</ServerRenderingProvider>
            </AfterOthers>
          </ServerRenderingProvider>
        </Fragment>
      ))}
    </Surroundings>,
  );
  const [, ...texts] = all.split(BETWEEN);
  for (const [at, each] of parts.entries()) {
    const { part } = each;
    const text = texts[at];
    if (text === undefined) throw new Error(`"${part.name}" was not rendered.`);
    if (process.env["NODE_ENV"] !== "production") refuseStrayHtml(part.name, text);
    // Another page may have kept it meanwhile.
    const html = keptOf(part, surroundings) ?? bodyPart(text);
    const known = keptHtml.get(part.owner) ?? new Map<string, KeptHtml>();
    known.set(keyOf(part, surroundings), { of: madeOf(part, surroundings), html });
    keptHtml.set(part.owner, known);
    kept.set(each, html);
  }
  return kept;
}

/** What React would write differently within the page: its ids, and pictures that a head tells of. */
const OF_THE_PAGE = /"_R_\w*_|fetchPriority="high"/;

/** @throws Error when the browser would find something else than this in its place */
export function refuseStrayHtml(name: string, html: string): void {
  const [found] = OF_THE_PAGE.exec(html) ?? [];
  if (found) throw new Error(`"${name}" cannot be kept: its HTML depends on the page (${found}).`);
}

/** What React writes, once nothing waits for its turn any more. */
function streamed(element: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const all = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
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
