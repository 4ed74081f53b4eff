import { isIPv4, isIPv6, SocketAddress } from "node:net";
import { LRUCache } from "lru-cache";
import { countOf } from "../domain/format.ts";
import type { Env } from "../base/env.server.ts";
import { UserError } from "../base/errors.server.ts";

/** An IPv6 /48 may have this many times as much as one address. */
const NETWORK_FACTOR = 10;
const MAX_KEYS = 20_000; // per limit; the least recently seen keys are dropped first

/** Something that attempts are counted for, such as an address, and its limit within the rule's window. */
export interface Share {
  key: string;
  limit: number; // 1 or more
}

interface RateRule {
  name: string;
  windowMs: number;
  message: (wait: string) => string; // error message; `wait` is such as `12 minutes`
}

interface AttemptCounter {
  /** Counts an attempt for all shares, or for none when one is used up. @returns the milliseconds to wait, else 0 */
  count(shares: readonly Share[]): Promise<number>;
  forget(shares: readonly Share[]): Promise<void>;
}

export type AttemptCounters = (rule: Pick<RateRule, "name" | "windowMs">) => AttemptCounter;

type Client = { ip: string | undefined };

export type RateLimits = ReturnType<typeof createRateLimits>;

/**
 * Limits that slide: no period of `windowMs` has more attempts, by address and network and by whatever the caller
 * names (limits-and-texts.md#limits). @param env `rateLimits` multiplies the former; 0 turns all limits off
 */
export function createRateLimits(
  { rateLimits: factor }: Pick<Env, "rateLimits">,
  counters: AttemptCounters = countInMemory(),
) {
  return {
    limit(rule: RateRule) {
      const counter = counters(rule);
      return {
        /** @throws UserError 429 with the rule's message; a refused attempt does not count */
        async take(shares: readonly Share[]): Promise<void> {
          const waitMs = factor === 0 ? 0 : await counter.count(shares);
          if (waitMs === 0) return;
          const retryAfterSeconds = Math.ceil(waitMs / 1000);
          throw new UserError(429, rule.message(waitInWords(retryAfterSeconds)), {
            retryAfterSeconds,
          });
        },
        forget: async (shares: readonly Share[]): Promise<void> => {
          if (factor !== 0 && shares.length > 0) await counter.forget(shares);
        },
      };
    },
    /** `networkShares` with limits that `RATE_LIMITS` multiplies; none where limits are off */
    networkShares: (client: Client, perAddress: number): Share[] =>
      factor === 0 ? [] : networkShares(client, perAddress * factor),
  };
}

function waitInWords(seconds: number): string {
  return seconds < 90 ? countOf(seconds, "second") : countOf(Math.ceil(seconds / 60), "minute");
}

/** Counts for the only process on its database. @param now milliseconds on a clock that never goes back */
export function countInMemory(now: () => number = () => performance.now()): AttemptCounters {
  return ({ windowMs }) => {
    let taken: LRUCache<string, number[]> | undefined; // times within the window, oldest first
    return {
      async count(shares) {
        // A cache of this size allocates most of a megabyte, so create it on first use.
        const times = (taken ??= new LRUCache({ max: MAX_KEYS }));
        const time = now();
        const attempts = shares.map(({ key, limit }) => {
          const recent = (times.get(key) ?? []).filter((each) => each > time - windowMs);
          const blocking = recent.at(-limit);
          return { key, recent, waitMs: blocking === undefined ? 0 : blocking + windowMs - time };
        });
        const waitMs = Math.max(0, ...attempts.map((attempt) => attempt.waitMs));
        if (waitMs > 0) return waitMs;
        for (const { key, recent } of attempts) times.set(key, [...recent, time]);
        return 0;
      },
      async forget(shares) {
        for (const { key } of shares) taken?.delete(key);
      },
    };
  };
}

/**
 * The address of a request (see `TRUST_PROXY`) and its IPv6 network. A household has at least a /64, which counts
 * as one address; a /48 is the most that one customer has. @throws UserError 400 when the connection is closed
 */
export function networkShares(
  { ip }: Client,
  perAddress: number,
  perNetwork: number = NETWORK_FACTOR * perAddress,
): Share[] {
  if (!ip) throw new UserError(400, "The connection was closed.");
  const address = ip.replace(/%.*$/, "");
  // Writes an address in one way: with its longest run of zeros as `::`, and a mapped one as `::ffff:192.0.2.7`.
  const ipv6 = isIPv6(address) ? new SocketAddress({ address, family: "ipv6" }).address : null;
  const plain = ipv6 === null ? address : ipv6.replace("::ffff:", "");
  if (ipv6 === null || isIPv4(plain)) {
    return [{ key: isIPv4(plain) ? plain : NO_ADDRESS, limit: perAddress }];
  }
  const groups = groupsOf(ipv6);
  return [
    { key: `${groups.slice(0, 4).join(":")}::/64`, limit: perAddress },
    { key: `${groups.slice(0, 3).join(":")}::/48`, limit: perNetwork },
  ];
}

const NO_ADDRESS = "unknown";
const IPV6_GROUPS = 8;

/** @returns eight groups in hexadecimal, without leading zeros */
function groupsOf(canonical: string): string[] {
  const [front = [], back = []] = canonical
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":")));
  const zeros = Array.from({ length: IPV6_GROUPS - front.length - back.length }, () => "0");
  return [...front, ...zeros, ...back];
}
