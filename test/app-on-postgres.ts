import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { createApp } from "../src/app/create-app.server.ts";
import { readEnv } from "../src/base/env.server.ts";

export const POSTGRES_ADMIN = { username: "ada", password: "correct horse battery" };

/** An instance with the app's real timeouts, an administrator and no rate limits. */
export async function openAppOnPostgres(databaseUrl: string): Promise<FastifyInstance> {
  const app = await createApp({
    env: readEnv({
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: "silent",
      RATE_LIMITS: "off",
      ADMIN_USERNAME: POSTGRES_ADMIN.username,
      ADMIN_PASSWORD: POSTGRES_ADMIN.password,
    }),
    assets: { folder: null, firstScript: "", forPage: () => ({ scripts: [], styles: [] }) },
  });
  onTestFinished(() => app.close());
  return app;
}
