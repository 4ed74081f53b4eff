import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { createWholeApp } from "./whole-app.ts";

export const POSTGRES_ADMIN = { username: "ada", password: "correct horse battery" };

/** An instance with the app's real timeouts, an administrator and no rate limits. */
export async function openAppOnPostgres(databaseUrl: string): Promise<FastifyInstance> {
  const app = await createWholeApp({
    DATABASE_URL: databaseUrl,
    STARTER_CATALOGUE: "true",
    RATE_LIMITS: "off",
    ADMIN_USERNAME: POSTGRES_ADMIN.username,
    ADMIN_PASSWORD: POSTGRES_ADMIN.password,
  });
  onTestFinished(() => app.close());
  return app;
}
