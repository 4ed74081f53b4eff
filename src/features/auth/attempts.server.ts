import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieValues, setCookie } from "../../server/cookies.server.ts";
import type { Database } from "../../db/database.server.ts";
import { clientAddress, type RateLimits } from "../../server/rate-limit.server.ts";
import { LONGEST_COOKIE_SECONDS } from "../../server/limits.server.ts";
import { isSecretToken, newSecretToken, signerFor } from "../../server/secrets.server.ts";
import {
  ATTEMPTS_PER_ADDRESS,
  ATTEMPTS_PER_KNOWN_DEVICE,
  ATTEMPTS_PER_NAME,
  ATTEMPTS_PER_NAME_AND_ADDRESS,
  ATTEMPTS_WINDOW_MS,
  NAMES_PER_DEVICE,
} from "./limits.ts";
import { usernameKey } from "./usernames.ts";

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Limits failed sign-ins and invitation codes by name, by address and by both. A single address cannot lock a
 * name out elsewhere, and strangers cannot lock it out on a device it has used before.
 */
export function createAttempts(rateLimits: RateLimits, devices: Pick<Devices, "knownFor">) {
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
    /**
     * Counts an attempt before it is made, so that simultaneous attempts cannot all pass.
     * @param name null when an invitation code is tried
     * @returns a function to call after success, which gives the attempt back
     * @throws UserError 429 with Retry-After
     */
    async begin(
      request: FastifyRequest,
      reply: FastifyReply,
      name: string | null,
    ): Promise<() => Promise<void>> {
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
      // The order matters: a refusal by address must not count against the name.
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

const COOKIE = "ev_device";
/** Browsers may send several cookies with the same name; any beyond this number are ignored. */
const MOST_VALUES = 3;

/** The cookie contains a random id and a mark for each name that has signed in there. */
interface Device {
  id: string;
  marks: readonly string[];
}

export type Devices = Awaited<ReturnType<typeof createDevices>>;

/**
 * Recognizes devices on which a name has signed in before, so that failures elsewhere do not count there. The
 * cookie does not sign anybody in and reveals no name: a mark is a signature of the device id and the name.
 */
export async function createDevices(database: Pick<Database, "read" | "write">) {
  const signer = await signerFor(database, "device");
  const nameOn = (id: string, username: string) =>
    createHash("sha256")
      .update(`${id} ${usernameKey(username)}`)
      .digest("base64url");
  const isFor = ({ id, marks }: Device, username: string) => {
    const text = nameOn(id, username);
    return marks.some((mark) => signer.verify(`${text}.${mark}`) !== null);
  };

  return {
    knownFor: (request: FastifyRequest, username: string) =>
      devicesOf(request).find((device) => isFor(device, username))?.id ?? null,

    /** Sets the cookie that marks this device as used by the name. */
    remember(request: FastifyRequest, reply: FastifyReply, username: string): void {
      const devices = devicesOf(request);
      const ownDevice = devices.find((device) => isFor(device, username));
      const { id, marks } = ownDevice ?? devices[0] ?? { id: newSecretToken(), marks: [] };
      const [, mark = ""] = signer.sign(nameOn(id, username)).split(".");
      const others = marks.filter((each) => each !== mark);
      const value = [id, mark, ...others].slice(0, 1 + NAMES_PER_DEVICE).join(".");
      const seconds = LONGEST_COOKIE_SECONDS;
      setCookie(request, reply, { name: COOKIE, value, seconds, path: "/api" });
    },
  };
}

function devicesOf(request: FastifyRequest): Device[] {
  return cookieValues(request.headers.cookie, COOKIE)
    .slice(0, MOST_VALUES)
    .map((value) => value.split("."))
    .filter((parts) => parts.length <= 1 + NAMES_PER_DEVICE && parts.every(isSecretToken))
    .map(([id = "", ...marks]) => ({ id, marks }));
}
