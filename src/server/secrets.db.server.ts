import type { Database } from "../db/database.server.ts";
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";

const KEY_BYTES = 32;
const SHORT_TOKEN_BYTES = 16;

/** Creates the signer for one purpose, whose key is stored in the database (configuration.md#variables). */
export async function signerFor(
  { read, write }: Database,
  purpose: "visitor" | "secure-visitor" | "device" | "correction" | "backup",
) {
  const fresh = randomBytes(KEY_BYTES).toString("base64url");
  await write
    .insertInto("signing_keys")
    .values({ purpose, secret: fresh, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret, created_at: createdAt } = await read
    .selectFrom("signing_keys")
    .select(["secret", "created_at"])
    .where("purpose", "=", purpose)
    .executeTakeFirstOrThrow();
  // A key object signs six times as fast as a string.
  const key = createSecretKey(secret, "base64url");
  const signatureOf = (text: string) => createHmac("sha256", key).update(text).digest();

  return {
    /** when the key was created: the first start of a release that signs for this purpose */
    since: new Date(createdAt),
    /** 128 bits that only this signer can derive, always the same for the same text; they need no escaping */
    tokenOf: (text: string) =>
      signatureOf(text).subarray(0, SHORT_TOKEN_BYTES).toString("base64url"),
    /** @returns `{text}.{signature}`; the text must not contain a dot */
    sign: (text: string) => `${text}.${signatureOf(text).toString("base64url")}`,
    /** @returns the text, or null if this signer has not signed it */
    verify(signed: string): string | null {
      const [text = "", signature = "", ...rest] = signed.split(".");
      const sentSignature = Buffer.from(signature, "base64url");
      const expectedSignature = signatureOf(text);
      const isOurs =
        rest.length === 0 &&
        sentSignature.length === expectedSignature.length &&
        timingSafeEqual(sentSignature, expectedSignature);
      return isOurs ? text : null;
    },
  };
}
