import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieValues, setCookie } from "../../server/cookies.server.ts";
import type { Database } from "../../server/database.server.ts";
import { isSecretToken, newSecretToken } from "../../server/secret-token.server.ts";
import { signerFor } from "../../server/signing-key.server.ts";
import { LONGEST_COOKIE_SECONDS } from "../../server/limits.server.ts";
import { usernameKey } from "./account-schemas.server.ts";
import { NAMES_PER_DEVICE } from "./limits.ts";

const COOKIE = "ev_device";
/** A browser may hold several cookies of one name; nobody holds more for good reason. */
const MOST_VALUES = 3;

/** What a browser's cookie says: a random id, and a mark for each name that signed in there. */
interface Device {
  id: string;
  marks: readonly string[];
}

/**
 * Knows a device again on which somebody has signed in, so that strangers who fail with their name
 * elsewhere are not in their way. The cookie signs nobody in and tells no name: a mark is the
 * signature of the id with the name, which fits no other device and no other name.
 */
export interface Devices {
  /** @returns the device's id when this name has signed in there, else null */
  knownFor(request: FastifyRequest, username: string): string | null;
  /** Remembers, with the answer, that this name has signed in there. */
  remember(request: FastifyRequest, reply: FastifyReply, username: string): void;
}

export async function createDevices(database: Pick<Database, "kysely">): Promise<Devices> {
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
    knownFor: (request, username) =>
      devicesOf(request).find((device) => isFor(device, username))?.id ?? null,

    remember(request, reply, username) {
      const found = devicesOf(request);
      const known = found.find((device) => isFor(device, username));
      const { id, marks } = known ?? found[0] ?? { id: newSecretToken(), marks: [] };
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
