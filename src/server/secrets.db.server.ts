import type { Database } from "../db/database.server.ts";

/** @param fresh stored if the purpose has no secret yet @returns the stored secret */
export async function readOrKeepSecret(
  { read, write }: Pick<Database, "read" | "write">,
  purpose: string,
  fresh: string,
): Promise<string> {
  await write
    .insertInto("signing_keys")
    .values({ purpose, secret: fresh, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret } = await read
    .selectFrom("signing_keys")
    .select("secret")
    .where("purpose", "=", purpose)
    .executeTakeFirstOrThrow();
  return secret;
}
