import { createContext, type ReactNode, use } from "react";

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
  /** The HTML that was kept of a part, if it is still made of the same. */
  kept(part: KeptPart): string | undefined;
  /** Renders a part by itself and keeps its HTML. */
  keep(part: KeptPart, element: ReactNode): string;
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

/**
 * The HTML that the server keeps of an element from one document to the next, for
 * `dangerouslySetInnerHTML`; undefined in the browser, which renders the element itself. Such an
 * element has no ids of React's own and asks for nothing that only the page provides; the component
 * that calls this waits for nothing else.
 */
export function useKeptHtml(part: KeptPart, element: () => ReactNode): string | undefined {
  return useKeptParts(() => [{ ...part, element }]);
}

/** `useKeptHtml` of elements one after the other, each kept by itself. */
export function useKeptParts(
  parts: () => readonly (KeptPart & { element: () => ReactNode })[],
): string | undefined {
  const server = use(Rendering);
  if (!server) return undefined;
  return parts()
    .map((part) => {
      const kept = server.kept(part);
      if (kept !== undefined) return kept;
      const turn = server.turn();
      if (turn) use(turn);
      return server.keep(part, part.element());
    })
    .join("");
}
