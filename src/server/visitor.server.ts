import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieValues, setCookie, LONGEST_COOKIE_SECONDS } from "./cookies.server.ts";
import type { Database } from "../db/database.server.ts";
import type { RateLimits } from "./rate-limit.server.ts";
import { signerFor } from "./secrets.db.server.ts";

const NEW_VISITORS_PER_HOUR = 30; // per address, ranking.md#visitors

export const VISITOR_COOKIE = "ev_visitor";
/** Browsers only accept this prefix from the host itself, over HTTPS and for all of its paths. */
export const SECURE_VISITOR_COOKIE = `__Host-${VISITOR_COOKIE}`;
const TIME_BYTES = 6; // an id consists of the time in milliseconds and random bytes
const RANDOM_BYTES = 12;
const HOUR_MS = 3_600_000;

type VisitorRequest = Pick<FastifyRequest, "headers" | "ip"> & { protocol: string };
type Signer = Awaited<ReturnType<typeof signerFor>>;

/** Recognizes a browser by a signed cookie (ranking.md#visitors). */
export async function createVisitors(database: Database, rateLimits: RateLimits) {
  const plain = { name: VISITOR_COOKIE, signer: await signerFor(database, "visitor") };
  // Signed with a key of its own, so that a plain cookie cannot be passed off as a secure one.
  const secure = {
    name: SECURE_VISITOR_COOKIE,
    signer: await signerFor(database, "secure-visitor"),
  };
  const newVisitors = rateLimits.limit({
    name: "new visitors",
    windowMs: HOUR_MS,
    message: (wait) =>
      `Too many new visitors from your network within an hour. Please try again in ${wait}.`,
  });
  const cookieFor = ({ protocol }: Pick<VisitorRequest, "protocol">) =>
    protocol === "https" ? secure : plain;

  /** Returns the visitor from the cookie that the request should have; undefined without such a cookie. */
  function presentVisitor(request: Pick<VisitorRequest, "headers" | "protocol">) {
    const { name, signer } = cookieFor(request);
    const values = cookieValues(request.headers.cookie, name);
    return values.length === 0 ? undefined : (signedVisitors(values, signer)[0] ?? null);
  }

  /** Returns the visitor from a plain cookie of the time when there were no secure ones. */
  function formerVisitor({ headers }: Pick<VisitorRequest, "headers">): string | null {
    const visitors = signedVisitors(cookieValues(headers.cookie, plain.name), plain.signer);
    return visitors.find((visitor) => isFromBefore(visitor, secure.signer.since)) ?? null;
  }

  /** Returns the visitor from the request's cookie, or null without a cookie that we have signed. */
  function visitorOf(request: Pick<VisitorRequest, "headers" | "protocol">): string | null {
    const visitor = presentVisitor(request);
    return visitor === undefined ? formerVisitor(request) : visitor;
  }

  return {
    visitorOf,
    /**
     * Returns the visitor of a write, or creates one whose cookie is sent with the response.
     * @param countWrite counts the write towards its limits @throws UserError 429 for too many new visitors from here
     */
    async ensureVisitor(
      request: VisitorRequest,
      reply: FastifyReply,
      countWrite: (visitor: string) => Promise<unknown> = async () => undefined,
    ): Promise<string> {
      const former = visitorOf(request);
      const visitor = former ?? newVisitor();
      await countWrite(visitor);
      if (former === null) {
        await newVisitors.take(rateLimits.networkShares(request, NEW_VISITORS_PER_HOUR));
      }
      if (visitor !== presentVisitor(request)) {
        const { name, signer } = cookieFor(request);
        const value = signer.sign(visitor);
        setCookie(request, reply, { name, value, seconds: LONGEST_COOKIE_SECONDS });
      }
      return visitor;
    },
  };
}

function signedVisitors(values: readonly string[], signer: Signer): string[] {
  return values.map((value) => signer.verify(value)).filter((visitor) => visitor !== null);
}

/** Ids of one time begin alike, so that data of new visitors is close together in the database. */
function newVisitor(): string {
  const id = randomBytes(TIME_BYTES + RANDOM_BYTES);
  id.writeUIntBE(Date.now(), 0, TIME_BYTES);
  return id.toString("base64url");
}

/** Returns whether a visitor was created before a time. The oldest ids are shorter and contain no time. */
function isFromBefore(visitor: string, time: Date): boolean {
  const id = Buffer.from(visitor, "base64url");
  return id.length < TIME_BYTES + RANDOM_BYTES || id.readUIntBE(0, TIME_BYTES) < time.getTime();
}
