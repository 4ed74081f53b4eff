import type { Database } from "../db/database.server.ts";

/** @param fresh stored if the purpose has no secret yet @returns the stored secret, and since when it exists */
export async function readOrKeepSecret(
  { read, write }: Database,
  purpose: string,
  fresh: string,
): Promise<{ secret: string; createdAt: string }> {
  await write
    .insertInto("signing_keys")
    .values({ purpose, secret: fresh, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return read
    .selectFrom("signing_keys")
    .select(["secret", "created_at as createdAt"])
    .where("purpose", "=", purpose)
    .executeTakeFirstOrThrow();
}
