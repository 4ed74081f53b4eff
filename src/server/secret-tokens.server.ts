import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** Creates a secret of 43 characters that need no escaping in addresses and cookies. */
export function newSecretToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Returns a token's hash for storage. A token is as long as its hash, so it needs no salt and no slow hash. */
export function hashSecretToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

export function isSecretToken(text: string): boolean {
  return TOKEN.test(text);
}
