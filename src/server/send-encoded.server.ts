import type { FastifyReply, FastifyRequest } from "fastify";
import { type Encoded, type Encoding, ONLY_IDENTITY } from "./compression.server.ts";
import { keepReady } from "./ready-answers.server.ts";

/** The smallest first. */
const COMPRESSED: readonly Encoding[] = ["br", "gzip"];

/**
 * The encodings that may be sent (RFC 9110 §12.5.3): those of the client's highest weight among those
 * offered, the smallest first. Without the header, or when nothing fits, identity alone.
 */
export function likedEncodings(
  accept: string | undefined,
  offered: readonly Encoding[],
): readonly Encoding[] {
  if (!accept) return ONLY_IDENTITY;
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name) weights.set(name === "x-gzip" ? "gzip" : name, Number.isFinite(weight) ? weight : 0);
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const understood = COMPRESSED.filter((each) => offered.includes(each) && weightOf(each) > 0);
  const most = Math.max(weights.get("identity") ?? 0, ...understood.map(weightOf));
  const liked = understood.filter((each) => weightOf(each) === most);
  return liked.length > 0 ? liked : ONLY_IDENTITY;
}

/** Strong tags differ between encodings, since their bytes do (RFC 9110 §8.8.3). */
function etagOf({ tag }: Encoded, encoding: Encoding): string {
  return encoding === "identity" ? `"${tag}"` : `"${tag}-${encoding}"`;
}

/** Whether an If-None-Match names this tag; weak comparison, as RFC 9110 §13.1.2 asks. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}

export interface SendOptions {
  cacheControl: string;
  /** 200 when absent; only a 200 can become a 304 */
  status?: number;
  /** request headers besides Accept-Encoding that the answer depends on */
  vary?: string;
  /**
   * Makes it a ready answer to equal requests (see ready-answers.server.ts) for as long as this
   * says so. Only for answers that depend on nothing else of the request.
   */
  isCurrent?: () => boolean;
}

/**
 * Sends a finished answer in the encoding that the client likes best, or 304 if it has it in one that
 * it likes as well.
 */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Encoded,
  { cacheControl, status = 200, vary, isCurrent }: SendOptions,
): Promise<FastifyReply> {
  const liked = likedEncodings(request.headers["accept-encoding"], answer.offered);
  const told = status === 200 ? request.headers["if-none-match"] : undefined;
  const known = liked.find((each) => matchesEtag(told, etagOf(answer, each)));
  const encoding = known ?? answer.soonest(liked, isCurrent);
  const body = known ? undefined : await answer.body(encoding);
  reply
    .header("cache-control", cacheControl)
    .header("etag", etagOf(answer, encoding))
    .header("vary", vary ? `Accept-Encoding, ${vary}` : "Accept-Encoding");
  if (known) {
    if (isCurrent) keepReady(request, reply, { status: 304, body, isCurrent });
    return reply.code(304).send();
  }
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  reply.code(status).type(answer.contentType);
  // A stranger may make up any number of addresses with nothing behind them, and what was only the
  // soonest to be had is not for those who come later.
  if (isCurrent && status === 200 && encoding === liked[0]) {
    keepReady(request, reply, { status, body, isCurrent });
  }
  return reply.send(body);
}
