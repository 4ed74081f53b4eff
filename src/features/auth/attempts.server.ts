import type { FastifyReply, FastifyRequest } from "fastify";
import { clientAddress, type RateLimits } from "../../server/rate-limit.server.ts";
import { usernameKey } from "./account-schemas.server.ts";
import type { Devices } from "./devices.server.ts";
import {
  ATTEMPTS_PER_ADDRESS,
  ATTEMPTS_PER_KNOWN_DEVICE,
  ATTEMPTS_PER_NAME,
  ATTEMPTS_PER_NAME_AND_ADDRESS,
  ATTEMPTS_WINDOW_MS,
} from "./limits.ts";

/**
 * Slows whoever tries passwords or codes, by the name tried and by where from. One address alone
 * never keeps a name from signing in elsewhere, and strangers never on a device of its own.
 */
export interface Attempts {
  /**
   * Counts an attempt before it is made, so that many at once cannot pass together.
   * @param name the username tried; null: a code is tried
   * @returns what forgets the attempt, since it succeeded
   * @throws UserError 429 with Retry-After
   */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string | null,
  ): Promise<() => Promise<void>>;
}

export function createAttempts(
  rateLimits: RateLimits,
  devices: Pick<Devices, "knownFor">,
): Attempts {
  const rule = (name: string, limit: number) =>
    rateLimits({
      name,
      limit,
      windowMs: ATTEMPTS_WINDOW_MS,
      sentence: (wait) => `Too many attempts have failed. Please try again in ${wait}.`,
    });
  const byAddress = rule("attempts by address", ATTEMPTS_PER_ADDRESS);
  const byName = rule("attempts by name", ATTEMPTS_PER_NAME);
  const byBoth = rule("attempts by both", ATTEMPTS_PER_NAME_AND_ADDRESS);
  const byDevice = rule("attempts by device", ATTEMPTS_PER_KNOWN_DEVICE);
  return {
    async begin(request, reply, name) {
      const device = name === null ? null : devices.knownFor(request, name);
      if (name !== null && device !== null) {
        const own = `${device} ${usernameKey(name)}`;
        await byDevice.take(own, reply);
        return async () => byDevice.giveBack(own);
      }
      const address = clientAddress(request);
      await byAddress.take(address, reply);
      if (name === null) return async () => byAddress.giveBack(address);
      const key = usernameKey(name);
      const both = `${address} ${key}`;
      // What one address is refused does not count against the name.
      await byBoth.take(both, reply);
      await byName.take(key, reply);
      return async () => {
        await byAddress.giveBack(address);
        await byBoth.giveBack(both);
        await byName.giveBack(key);
      };
    },
  };
}
