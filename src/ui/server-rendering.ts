import {
  createContext,
  createElement,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  use,
} from "react";

/** Something of which the server keeps the HTML from one document to the next. */
export interface KeptPart {
  /** what it shows; another version of that is another object */
  owner: object;
  /** tells it from whatever else is kept of the owner: one of a few */
  name: string;
  /** all else that it is made of; when one of them is another object or value, it is made anew */
  of?: readonly unknown[];
  /** whether it shows something of the page's address as well */
  ofAddress?: boolean;
}

/** What there is while the server renders a document, and never in the browser. */
export interface ServerRendering {
  /** The HTML that was kept of a part, or what stands for it, if it is still made of the same. */
  kept(part: KeptPart): string | undefined;
  /** Has a part rendered by itself, and its HTML kept. @returns what stands in its place */
  keep(part: KeptPart, element: ReactNode): string;
  /** Takes a part out of the page, to be rendered by itself. @returns what stands in its place */
  takeOut(element: ReactNode): string;
  /** Waits until others have been served; undefined while this turn has time left. */
  turn(): Promise<void> | undefined;
}

const Rendering = createContext<ServerRendering | undefined>(undefined);

export const ServerRenderingProvider = Rendering.Provider;

/**
 * Lets the server answer others before it renders what is inside, if this turn has taken its time:
 * React goes on with the rest of the page and comes back. It knows what a component waits for by its
 * place among all that it waits for, so that this one waits for nothing else.
 */
export function AfterOthers({ children }: { children: ReactNode }): ReactNode {
  const turn = use(Rendering)?.turn();
  if (turn) use(turn);
  return children;
}

/** A part with what it looks like. */
interface KeptPiece extends KeptPart {
  element: () => ReactNode;
}

export interface KeptProps extends HTMLAttributes<HTMLElement> {
  as: "article" | "section" | "g";
  /** what the server knows it by; absent where nothing can be kept of it this time */
  kept?: KeptPart | undefined;
  /** puts around the content what the page gives it, for where it is rendered by itself */
  renderAlone?: (content: ReactNode) => ReactNode;
  /** in place of `kept`: the content in pieces, one after the other, each kept by itself */
  pieces?: () => readonly KeptPiece[];
  children: ReactNode;
}

/**
 * An element of which the server keeps the inner HTML from one document to the next; in the browser
 * an element like any other. The server renders its content by itself, so there are no ids of
 * React's own in it (they count from the page's root), no eager picture (the page's head tells of
 * it), and no context but what surrounds every page or `renderAlone` brings.
 */
export function Kept({
  as,
  kept,
  renderAlone = (content) => content,
  pieces,
  children,
  ...attributes
}: KeptProps): ReactNode {
  const html = useKeptHtml(
    pieces ?? (() => (kept ? [{ ...kept, element: () => renderAlone(children) }] : [])),
  );
  return html
    ? createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: html } })
    : createElement(as, attributes, children);
}

/** Undefined in the browser. */
function useKeptHtml(pieces: () => readonly KeptPiece[]): string | undefined {
  const server = use(Rendering);
  if (!server) return undefined;
  return pieces()
    .map((piece) => server.kept(piece) ?? server.keep(piece, piece.element()))
    .join("");
}

export interface ApartProps {
  ref: Ref<HTMLDivElement>;
  /** puts around the content what the page gives it; absent where it is not rendered apart */
  renderAlone?: ((content: ReactNode) => ReactNode) | undefined;
  children: ReactNode;
}

/**
 * A box whose content the server renders apart from the page: what shows every model, while the page
 * around it shows the data that it is sent with, and is the same as long as those are. Whatever is
 * in a kept part (above) may be in it.
 */
export function Apart({ ref, renderAlone, children }: ApartProps): ReactNode {
  const server = use(Rendering);
  const html = renderAlone && server?.takeOut(renderAlone(children));
  return html === undefined
    ? createElement("div", { ref }, children)
    : createElement("div", { ref, dangerouslySetInnerHTML: { __html: html } });
}
