import { createContext, type ReactNode, use } from "react";

/** What there is while the server renders a document, and never in the browser. */
export interface ServerRendering {
  /**
   * The HTML that was kept of an element.
   * @param owner what the element shows; another version of it is another object
   * @param name all else that the element depends on
   */
  kept(owner: object, name: string): string | undefined;
  /** Renders an element by itself and keeps its HTML. */
  keep(owner: object, name: string, element: ReactNode): string;
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
export function useKeptHtml(
  owner: object,
  name: string,
  element: () => ReactNode,
): string | undefined {
  const server = use(Rendering);
  if (!server) return undefined;
  const kept = server.kept(owner, name);
  if (kept !== undefined) return kept;
  const turn = server.turn();
  if (turn) use(turn);
  return server.keep(owner, name, element());
}
