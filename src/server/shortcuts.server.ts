import type { IncomingMessage, ServerResponse } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { FastifyInstance } from "fastify";
import type { SecurityHeaders } from "./security-headers.server.ts";

/** A request that the framework has not seen yet. */
export interface EarlyRequest {
  request: IncomingMessage;
  /** Where it came from, as the framework would say. */
  ip(): string;
  /** How the visitor came: `https`, or something else. */
  protocol: string;
  /**
   * Answers in the framework's place, with the headers that every answer carries.
   * @param headers name, value, name, value…
   * @param body ASCII
   */
  send(status: number, headers: readonly string[], body: string): void;
  /** Leaves the answer to the framework. The request's body must still be there as a whole. */
  pass(): void;
}

/**
 * A call that is made so often that the framework would be half of its cost. It has to answer as
 * the framework would, and to leave to the framework whatever is unusual.
 * @returns whether it will call one of `send` and `pass`; if not the framework answers
 */
export type Shortcut = (early: EarlyRequest) => boolean;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Stands in front of an app's framework. */
export interface Shortcuts {
  add(shortcut: Shortcut): void;
  /** Gives the request to whichever takes it, the framework at last. */
  answer(request: IncomingMessage, response: ServerResponse, framework: Handler): void;
  /** From now on the framework answers everything, which ends connections as it closes. */
  close(): void;
}

/** The shortcuts of each app that may have some. */
const shortcutsOf = new WeakMap<object, Shortcuts>();

/** Lets the routes of the app have shortcuts, until it closes. */
export function attachShortcuts(app: FastifyInstance, shortcuts: Shortcuts): void {
  shortcutsOf.set(app.server, shortcuts);
  app.addHook("preClose", async () => shortcuts.close());
}

/** Puts a shortcut in front of the app's routes, if it may have some. */
export function addShortcut(app: FastifyInstance, shortcut: Shortcut): void {
  shortcutsOf.get(app.server)?.add(shortcut);
}

/**
 * @param security the headers that every answer carries
 * @param isTrusted which of the proxies in front are believed, the first being hop 0; false: none
 */
export function createShortcuts(
  security: SecurityHeaders,
  isTrusted: ((address: string, hop: number) => boolean) | false,
): Shortcuts {
  const shortcuts: Shortcut[] = [];
  let isOpen = true;

  function protocolOf({ headers }: IncomingMessage): string {
    const told = isTrusted && headers["x-forwarded-proto"];
    // The last proxy is ours.
    return told ? (String(told).split(",").at(-1)?.trim() ?? "") : "http";
  }

  return {
    add: (shortcut) => void shortcuts.push(shortcut),
    answer(request, response, framework) {
      const pass = () => framework(request, response);
      const protocol = protocolOf(request);
      const early: EarlyRequest = {
        request,
        ip: () =>
          isTrusted ? proxyAddress(request, isTrusted) : (request.socket.remoteAddress ?? ""),
        protocol,
        send(status, headers, body) {
          const all = [...Object.entries(security.of({ protocol })).flat(), ...headers];
          all.push("content-length", String(body.length));
          if (!isOpen) all.push("connection", "close");
          response.writeHead(status, all);
          response.end(body);
        },
        pass,
      };
      if (!isOpen || !shortcuts.some((shortcut) => shortcut(early))) pass();
    },
    close: () => void (isOpen = false),
  };
}
