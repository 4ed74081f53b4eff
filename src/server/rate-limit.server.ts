import { isIPv4, isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import { UserError } from "./errors.server.ts";
import { MAX_KEYS } from "./limits.server.ts";

/** How much of something one key may do. */
export interface RateRule {
  /** tells its counts from those of others */
  name: string;
  /** so many... */
  limit: number;
  /** ...within any stretch of this length */
  windowMs: number;
  /**
   * The sentence of a refusal.
   * @param wait when to come back, such as `12 minutes`
   */
  sentence: (wait: string) => string;
}

/** An answer whose headers can still be set. */
export interface AnswerHead {
  header(name: string, value: string): unknown;
}

/**
 * Counts by key: an address, a visitor, a name. Counts in memory have nothing to wait for: they give
 * no promise.
 */
export interface RateLimit<Counted extends Promise<void> | undefined = Promise<void> | undefined> {
  /**
   * Takes one from the key's allowance. A refusal takes nothing.
   * @param reply is given `Retry-After`, in seconds, with a refusal
   * @throws UserError 429 with the rule's sentence
   */
  take(key: string, reply: AnswerHead): Counted;
  /** Gives back what was taken last: it turned out not to count. */
  giveBack(key: string): Counted;
}

/** Makes the limit of one rule; each has counts of its own. */
export type RateLimits = (rule: RateRule) => RateLimit;

const NO_LIMIT: RateLimit<undefined> = { take: () => undefined, giveBack: () => undefined };

/** How long to wait, for a person: never less than it takes. */
function waitInWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * Refuses to take one more.
 * @param wait until there is one again, in milliseconds
 * @throws UserError 429
 */
export function refuse(wait: number, sentence: RateRule["sentence"], reply: AnswerHead): never {
  reply.header("retry-after", String(Math.max(1, Math.ceil(wait / 1000))));
  throw new UserError(429, sentence(waitInWords(wait)));
}

/**
 * The limits of a process that has its database to itself, kept in memory: a restart forgets them.
 * @param env `rateLimits: false` lets everything pass (readings 1)
 * @param now milliseconds on a clock that never goes back
 */
export function createRateLimits(
  env: { rateLimits: boolean },
  now: () => number = () => performance.now(),
): (rule: RateRule) => RateLimit<undefined> {
  if (!env.rateLimits) return () => NO_LIMIT;
  return ({ limit, windowMs, sentence }) => {
    let counts: LRUCache<string, number[]> | undefined;
    /** Times of what was taken within the window, oldest first. Most of a megabyte, so not before its first use. */
    const taken = () => (counts ??= new LRUCache({ max: MAX_KEYS }));
    return {
      take(key, reply) {
        const time = now();
        const recent = (taken().get(key) ?? []).filter((each) => each > time - windowMs);
        taken().set(key, recent);
        const oldest = recent[0];
        if (oldest !== undefined && recent.length >= limit) {
          refuse(oldest + windowMs - time, sentence, reply);
        }
        recent.push(time);
        return undefined;
      },
      giveBack(key) {
        taken().get(key)?.pop();
        return undefined;
      },
    };
  };
}

/** Some proxies tell the port, too, which is another for each connection. */
const PORT = /^(?:([\d.]+):\d+|\[(.+)\](?::\d+)?)$/;
/** Whatever else is told in the place of an address counts together. */
const NO_ADDRESS = "unknown";

/**
 * Where a request came from, as a key: the address that the configured proxies tell (`TRUST_PROXY`).
 * Of IPv6 the network counts, since one household or server has 2^64 addresses.
 * @throws UserError 400 when its connection is closed already, which then has no address
 */
export function clientAddress(request: { ip: string | undefined }): string {
  if (!request.ip) throw new UserError(400, "The connection was closed.");
  const alone = request.ip.replace(PORT, "$1$2");
  const ip = alone.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIPv6(ip)) return network64(ip);
  return isIPv4(ip) ? ip : NO_ADDRESS;
}

/** The first half of an IPv6 address, in one spelling. */
function network64(ip: string): string {
  // A URL spells it canonically: lower case, the longest run of zeros as `::`.
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: zeros }, () => "0"), ...back];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
