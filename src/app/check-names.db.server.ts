import type { Database } from "../db/database.server.ts";

export type Names = Awaited<ReturnType<typeof readNames>>;

export async function readNames({ read }: Pick<Database, "read">) {
  const models = read.selectFrom("models").select(["id", "make", "model"]).orderBy("id");
  const trims = read
    .selectFrom("ev_rows")
    .innerJoin("models", "models.id", "ev_rows.model_id")
    .select(["ev_rows.id", "model_id as modelId", "year", "make", "model", "trim"])
    .orderBy("ev_rows.id");
  const users = await read.selectFrom("users").select("username").orderBy("id").execute();
  return {
    models: await models.execute(),
    trims: await trims.execute(),
    usernames: users.map(({ username }) => username),
  };
}
