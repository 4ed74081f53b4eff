import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { requestsLike } from "./http-metrics.server.ts";

/** Memory that ready answers may hold, their bodies included although caches share them. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Node's own objects around one answer, roughly. */
const OVERHEAD_BYTES = 1024;
/** Headers that differ from answer to answer, which Node writes, and the length, which is written here. */
const PER_ANSWER: ReadonlySet<string> = new Set([
  "date",
  "connection",
  "keep-alive",
  "content-length",
]);

/** Up to so many bytes a body goes out with its head as one text, in one piece. */
const MAX_TEXT_BYTES = 8 * 1024;

interface ReadyAnswer {
  status: number;
  /** name, value, name, value… */
  headers: string[];
  /** a text has one byte to a character */
  body: Buffer | string | undefined;
  isCurrent: () => boolean;
  /** where the requests that it answers are counted */
  requests: ReturnType<typeof requestsLike>;
}

/**
 * Finished answers to whole requests, sent before the framework sees them: the same bytes and
 * headers that it sent the first time, for as long as they are current. Only what the key is made
 * of can tell two requests apart, so no header of one visitor reaches another.
 */
export interface ReadyAnswers {
  /** Answers the request if a current answer is there. @returns whether it did */
  send(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Keeps an answer for equal requests. Call it when all of its headers are set.
   * @param isCurrent asked before each use; must not wait
   */
  keep(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: { status: number; body: Buffer | undefined; isCurrent: () => boolean },
  ): void;
  /** From now on the framework answers everything, which ends connections as it closes. */
  close(): void;
}

/** The ready answers of each app that has some. */
const readyAnswersOf = new WeakMap<object, ReadyAnswers>();

/** Lets the routes of the app keep ready answers, until it closes. */
export function attachReadyAnswers(app: FastifyInstance, answers: ReadyAnswers): void {
  readyAnswersOf.set(app.server, answers);
  app.addHook("preClose", async () => answers.close());
}

/** Keeps an answer for equal requests, if the app has ready answers. */
export function keepReady(...[request, reply, answer]: Parameters<ReadyAnswers["keep"]>): void {
  readyAnswersOf.get(request.server.server)?.keep(request, reply, answer);
}

/**
 * @param variantOf what an answer depends on besides its address, Accept-Encoding and
 *   If-None-Match: a short text made of the other headers
 */
export function createReadyAnswers(
  variantOf: (headers: IncomingHttpHeaders) => string,
): ReadyAnswers {
  const answers = new LRUCache<string, ReadyAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => OVERHEAD_BYTES + (body?.length ?? 0) + key.length * 2,
  });
  let isOpen = true;
  let lastKept: ReadyAnswer | undefined;

  /**
   * What an answer was made of, a whole catalogue perhaps, lives for as long as the answer is kept,
   * and few of those that are out of date are ever asked for again.
   */
  function letOutdatedGo(): void {
    for (const [key, answer] of answers) if (!answer.isCurrent()) answers.delete(key);
  }

  /** null for requests that are not answered here: whatever is no plain GET without a body */
  function keyOf({ method, url = "", headers }: IncomingMessage): string | null {
    if (method !== "GET" || "content-length" in headers || "transfer-encoding" in headers) {
      return null;
    }
    if ("range" in headers) return null;
    const encodings = headers["accept-encoding"] ?? "";
    const known = headers["if-none-match"] ?? "";
    return `${url}\n${encodings}\n${known}\n${variantOf(headers)}`;
  }

  return {
    send(request, response) {
      if (!isOpen) return false;
      const key = keyOf(request);
      const answer = key === null ? undefined : answers.get(key);
      if (!answer?.isCurrent()) return false;
      response.writeHead(answer.status, answer.headers);
      response.end(answer.body, "latin1");
      answer.requests.observe(0);
      return true;
    },
    keep(request, reply, { status, body, isCurrent }) {
      const key = keyOf(request.raw);
      if (key === null || reply.hasHeader("set-cookie")) return;
      const headers: string[] = [];
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (PER_ANSWER.has(name) || value === undefined) continue;
        for (const each of Array.isArray(value) ? value : [value]) headers.push(name, String(each));
      }
      if (body) headers.push("content-length", String(body.length));
      // A change outdates most of them together.
      if (lastKept?.isCurrent() === false) letOutdatedGo();
      const requests = requestsLike(request, status);
      const isShort = body && body.length <= MAX_TEXT_BYTES;
      const sent = isShort ? body.toString("latin1") : body;
      lastKept = { status, headers, body: sent, isCurrent, requests };
      answers.set(key, lastKept);
    },
    close() {
      isOpen = false;
      lastKept = undefined;
      answers.clear();
    },
  };
}
