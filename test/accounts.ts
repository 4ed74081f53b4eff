import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import type { Database } from "../src/db/database.server.ts";
import { createHttp } from "../src/server/http.server.ts";
import { countInMemory, createRateLimits } from "../src/server/rate-limit.server.ts";
import { forAdministrators } from "../src/server/session.server.ts";
import { decorateWith } from "../src/app/services.server.ts";
import { accountRoutes, authRoutes } from "../src/features/auth/auth.routes.server.ts";
import { createAuth } from "../src/features/auth/auth.server.ts";
import { callApp } from "./call-app.ts";

export type Injected = Awaited<ReturnType<FastifyInstance["inject"]>>;
type Method = "GET" | "POST" | "DELETE";

export type TestAccounts = Awaited<ReturnType<typeof openTestAccounts>>;

export const GRACE = { username: "Grace", password: "nanoseconds" };
/** Variables of an app whose administrator she is. */
export const ADMINISTERED = { ADMIN_USERNAME: GRACE.username, ADMIN_PASSWORD: GRACE.password };

/** An app with only the account calls; closed after the test. */
export async function openTestAccounts(
  database: Database,
  {
    rateLimits = false,
    admin = null,
    log,
  }: {
    rateLimits?: boolean;
    admin?: typeof GRACE | null;
    log?: { write(line: string): void };
  } = {},
) {
  let time = Date.now();
  const limits = createRateLimits(
    { rateLimits: Number(rateLimits) },
    countInMemory(() => time),
  );
  const auth = await createAuth(database, { admin }, limits, () => time);
  const app = await createHttp(
    { logLevel: log ? "info" : "silent", trustProxy: 0 },
    { ...(log && { log }) },
  );
  decorateWith(app, { sessions: auth.sessions });
  forAdministrators(app, (closed) => void closed.register(accountRoutes, auth));
  app.register(authRoutes, auth);
  onTestFinished(() => app.close());
  return {
    auth,
    app,
    /** @param body sent as JSON */
    call: (method: Method, url: string, cookie = "", body?: unknown) =>
      callApp(app, method, url, { cookie }, body),
    /** creates an invitation on the server */
    invite: async () => (await auth.invitations.make(null)).code,
    wait: (milliseconds: number) => void (time += milliseconds),
  };
}

export function cookieOf({ headers }: { headers: Readonly<Record<string, unknown>> }): string {
  return [headers["set-cookie"]]
    .flat()
    .filter((each) => typeof each === "string")
    .map((each) => each.split(";")[0])
    .join("; ");
}

/** Registers with a new invitation. @returns the request header of the new session */
export async function register(
  accounts: TestAccounts,
  user: { username: string; password: string } = GRACE,
): Promise<string> {
  const inviteCode = await accounts.invite();
  const answer = await accounts.call("POST", "/api/register", "", { ...user, inviteCode });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return cookieOf(answer);
}

/** The statuses of answers, sorted because their order is not defined. */
export function statusesOf(answers: readonly Injected[]): number[] {
  return answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
}
