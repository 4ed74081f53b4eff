import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { cookieValues, setCookie } from "./cookies.server.ts";
import type { Database } from "../db/database.server.ts";
import {
  LONGEST_COOKIE_SECONDS,
  NEW_VISITORS_PER_HOUR,
  NEW_VISITORS_PER_SITE_PER_HOUR,
} from "./limits.server.ts";
import {
  type AnswerHead,
  clientAddress,
  clientSite,
  type RateLimits,
} from "./rate-limit.server.ts";
import { signerFor } from "./secrets.server.ts";

export const VISITOR_COOKIE = "ev_visitor";
const TIME_BYTES = 6; // an id consists of the time in milliseconds and random bytes
const RANDOM_BYTES = 12;
const HOUR_MS = 3_600_000;

type Asker = Pick<FastifyRequest, "headers" | "ip"> & { protocol: string };

/** Recognizes a browser by a signed cookie (ranking.md#visitors). */
export type Visitors = Awaited<ReturnType<typeof createVisitors>>;

export async function createVisitors(
  database: Pick<Database, "read" | "write">,
  rateLimits: RateLimits,
) {
  const signer = await signerFor(database, "visitor");
  const rule = (name: string, limit: number) =>
    rateLimits({
      name,
      limit,
      windowMs: HOUR_MS,
      sentence: (wait) =>
        `Too many new visitors from your network within an hour. Please try again in ${wait}.`,
    });
  const byAddress = rule("new visitors", NEW_VISITORS_PER_HOUR);
  const bySite = rule("new visitors of a site", NEW_VISITORS_PER_SITE_PER_HOUR);

  async function takeNewVisitor(request: Asker, reply: AnswerHead): Promise<void> {
    const address = clientAddress(request);
    const site = clientSite(request);
    await byAddress.take(address, reply);
    if (site === null) return;
    try {
      await bySite.take(site, reply);
    } catch (error) {
      await byAddress.giveBack(address);
      throw error;
    }
  }

  /** Returns the visitor from the request's cookie, or null without a cookie that we have signed. */
  function visitorOf(request: Pick<Asker, "headers">): string | null {
    for (const value of cookieValues(request.headers.cookie, VISITOR_COOKIE)) {
      const visitor = signer.verify(value);
      if (visitor !== null) return visitor;
    }
    return null;
  }

  return {
    visitorOf,
    /**
     * Returns the visitor of a write, or creates one whose cookie is sent with the response. Call it when
     * nothing else can refuse the request, or together with the last check.
     * @throws UserError 429 when too many were created from this address or site; whatever `others` throws
     */
    async ensureVisitor(
      request: Asker,
      reply: AnswerHead,
      others?: Promise<unknown>,
    ): Promise<string> {
      const former = visitorOf(request);
      const isAllowed = former === null && takeNewVisitor(request, reply);
      await Promise.all([others, isAllowed]);
      if (former !== null) return former;
      const visitor = newVisitor();
      const value = signer.sign(visitor);
      setCookie(request, reply, { name: VISITOR_COOKIE, value, seconds: LONGEST_COOKIE_SECONDS });
      return visitor;
    },
  };
}

/**
 * Ids created at the same time begin alike, so that data of new visitors is close together in the database.
 */
function newVisitor(): string {
  const id = randomBytes(TIME_BYTES + RANDOM_BYTES);
  id.writeUIntBE(Date.now(), 0, TIME_BYTES);
  return id.toString("base64url");
}
