import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { createApp } from "../src/app/create-app.server.ts";
import { readEnv } from "../src/base/env.server.ts";
import type { DatabaseEnv } from "./databases.ts";

/** The whole app on a test's database, without the starter catalogue; closed after the test. */
export async function openWholeApp(
  { databaseUrl, dataDir }: DatabaseEnv,
  variables: Readonly<Record<string, string>> = {},
): Promise<FastifyInstance> {
  const place = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
  const app = await createApp({
    env: readEnv({ ...place, LOG_LEVEL: "silent", STARTER_CATALOGUE: "false", ...variables }),
    assets: { folder: null, firstScript: "", forPage: () => ({ scripts: [], styles: [] }) },
    origin: "http://localhost",
  });
  onTestFinished(() => app.close());
  return app;
}
