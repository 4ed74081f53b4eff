import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** A secret that cannot be guessed: 43 characters that need no escaping in addresses and cookies. */
export function newSecretToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/**
 * What is kept of a token, so that whoever reads the database cannot use what stands there. It
 * needs no salt and no slow hash: the token is as long as the hash.
 */
export function hashSecretToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Whether a text could be a token at all; anything else need not be looked for. */
export function isSecretToken(text: string): boolean {
  return TOKEN.test(text);
}
