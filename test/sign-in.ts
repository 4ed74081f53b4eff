import type { Database } from "../src/db/database.server.ts";
import { reserveIds } from "../src/db/database-changes.server.ts";
import {
  createSessionStore,
  type SignedInUser,
  type User,
} from "../src/server/sessions.db.server.ts";

/**
 * Creates an administrator with a session without sending a request. No password matches the stored hash.
 * @returns `cookie` is the request header with the session, `writer` is what stores expect
 */
export async function signIn(
  database: Database,
  username = "ada",
): Promise<{ cookie: string; user: User; writer: SignedInUser }> {
  const id = await database.write.transaction().execute(async (transaction) => {
    const next = await reserveIds(transaction, "users", 1);
    await transaction
      .insertInto("users")
      .values({
        id: next,
        username,
        username_key: username.toLowerCase(),
        password_hash: "none",
        created_at: new Date().toISOString(),
      })
      .execute();
    return next;
  });
  const store = createSessionStore(database);
  const token = (await store.start(id, "A test", null)) ?? "";
  const user = { id, username };
  const writer = { ...user, sessionId: (await store.find(token))?.id ?? 0 };
  return { cookie: `ev_session=${token}; ev_signed_in=1`, user, writer };
}
