import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { createApp } from "../src/app/create-app.server.ts";
import { readEnv } from "../src/base/env.server.ts";
import { ADMINISTERED, cookieOf } from "./accounts.ts";
import type { DatabaseEnv } from "./databases.ts";

/** The whole app, without the starter catalogue. @param folder of static files, if any */
export function createWholeApp(
  variables: Readonly<Record<string, string>>,
  folder: string | null = null,
): Promise<FastifyInstance> {
  return createApp({
    env: readEnv({ LOG_LEVEL: "silent", STARTER_CATALOGUE: "false", ...variables }),
    assets: { folder, firstScript: "", forPage: () => ({ scripts: [], styles: [] }) },
    origin: "http://localhost",
  });
}

/** The whole app on a test's database; closed after the test. */
export async function openWholeApp(
  { databaseUrl, dataDir }: DatabaseEnv,
  variables: Readonly<Record<string, string>> = {},
): Promise<FastifyInstance> {
  const place = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
  const app = await createWholeApp({ ...place, ...variables });
  onTestFinished(() => app.close());
  return app;
}

/** An instance with the app's real timeouts, the starter catalogue, an administrator and no rate limits. */
export async function openAppOnPostgres(databaseUrl: string): Promise<FastifyInstance> {
  const app = await createWholeApp({
    DATABASE_URL: databaseUrl,
    STARTER_CATALOGUE: "true",
    RATE_LIMITS: "off",
    ...ADMINISTERED,
  });
  onTestFinished(() => app.close());
  return app;
}

/** Signs in. @returns the request header with the session */
export async function signInTo(
  app: FastifyInstance,
  payload: { username: string; password: string },
): Promise<string> {
  return cookieOf(await app.inject({ method: "POST", url: "/api/login", payload }));
}
