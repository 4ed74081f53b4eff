import { isIPv4, isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import { UserError } from "./errors.server.ts";
import { MAX_KEYS } from "./limits.server.ts";

interface RateRule {
  name: string;
  limit: number; // number allowed within any period of `windowMs`
  windowMs: number;
  sentence: (wait: string) => string; // error message; `wait` is such as `12 minutes`
}

export interface AnswerHead {
  header(name: string, value: string): unknown;
}

interface RateLimit {
  /**
   * @throws UserError 429 with the rule's sentence, and sets `Retry-After`; a refused attempt does not count
   */
  take(key: string, reply: AnswerHead): Promise<void>;
  /** Gives back the latest attempt, because it turned out not to count. */
  giveBack(key: string): Promise<void>;
}

export type RateLimits = (rule: RateRule) => RateLimit;

function waitInWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const [count, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

export function refuse(waitMs: number, { sentence }: RateRule, reply: AnswerHead): never {
  reply.header("retry-after", String(Math.max(1, Math.ceil(waitMs / 1000))));
  throw new UserError(429, sentence(waitInWords(waitMs)));
}

/**
 * Counts in memory, for a process that is the only one using its database.
 * @param now returns milliseconds on a clock that never goes back
 */
export function createRateLimits(
  env: { rateLimits: boolean },
  now: () => number = () => performance.now(),
): RateLimits {
  if (!env.rateLimits)
    return () => ({ take: async () => undefined, giveBack: async () => undefined });
  return (rule) => {
    let taken: LRUCache<string, number[]> | undefined; // times within the window, oldest first
    return {
      async take(key, reply) {
        // A cache of this size allocates most of a megabyte, so create it on first use.
        taken ??= new LRUCache({ max: MAX_KEYS });
        const time = now();
        const recent = (taken.get(key) ?? []).filter((each) => each > time - rule.windowMs);
        taken.set(key, recent);
        const [oldest] = recent;
        if (oldest !== undefined && recent.length >= rule.limit) {
          refuse(oldest + rule.windowMs - time, rule, reply);
        }
        recent.push(time);
      },
      async giveBack(key) {
        taken?.get(key)?.pop();
      },
    };
  };
}

/** Some proxies include the port, which differs between connections. */
const PORT = /^(?:([\d.]+):\d+|\[(.+)\](?::\d+)?)$/;
const NO_ADDRESS = "unknown";

/**
 * Returns the address of a request as a key, as reported by the configured proxies (`TRUST_PROXY`). For IPv6
 * the /64 network counts, because a household has 2^64 addresses.
 * @throws UserError 400 when the connection is already closed
 */
export function clientAddress(request: { ip: string | undefined }): string {
  if (!request.ip) throw new UserError(400, "The connection was closed.");
  const ip = plainAddress(request.ip);
  if (isIPv6(ip)) return ipv6Network(ip, 4);
  return isIPv4(ip) ? ip : NO_ADDRESS;
}

/**
 * Returns a request's IPv6 /48 network, the largest that one customer may have; null for any other address.
 */
export function clientSite({ ip = "" }: { ip: string | undefined }): string | null {
  const plain = plainAddress(ip);
  return isIPv6(plain) ? ipv6Network(plain, 3) : null;
}

function plainAddress(ip: string): string {
  const alone = ip.replace(PORT, "$1$2");
  return alone.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
}

/** @param size number of 16-bit groups that identify the network */
function ipv6Network(ip: string, size: 3 | 4): string {
  // A URL normalizes it to lowercase with the longest run of zeros as `::`.
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: zeros }, () => "0"), ...back];
  return `${groups.slice(0, size).join(":")}::/${size * 16}`;
}
