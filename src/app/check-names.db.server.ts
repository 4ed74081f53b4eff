import type { Database } from "../db/database.server.ts";

export interface ModelName {
  id: number;
  make: string;
  model: string;
}

export interface TrimName extends ModelName {
  modelId: number;
  year: number;
  trim: string;
}

type ReadOnly = Pick<Database, "read">;

export function readModelNames({ read }: ReadOnly): Promise<ModelName[]> {
  return read.selectFrom("models").select(["id", "make", "model"]).orderBy("id").execute();
}

export function readTrimNames({ read }: ReadOnly): Promise<TrimName[]> {
  return read
    .selectFrom("ev_rows")
    .innerJoin("models", "models.id", "ev_rows.model_id")
    .select(["ev_rows.id", "model_id as modelId", "year", "make", "model", "trim"])
    .orderBy("ev_rows.id")
    .execute();
}

export async function readUsernames({ read }: ReadOnly): Promise<string[]> {
  const users = await read.selectFrom("users").select("username").orderBy("id").execute();
  return users.map(({ username }) => username);
}
