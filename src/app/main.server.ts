import { join } from "node:path";
import type { FastifyInstance } from "fastify";

import { type Env, loadEnv, listeningOrigin } from "../base/env.server.ts";
import { errorCode, reasonOf, UserError } from "../base/errors.server.ts";
import { createInvitationStore } from "../features/auth/accounts.db.server.ts";
import { printFirstInvitation } from "../features/auth/auth.server.ts";
import { readBuiltAssets } from "./assets.server.ts";
import { createApp } from "./create-app.server.ts";
import { PROXY_LEAVES_MS, stop } from "./stop.server.ts";

const PARENT_CHECK_MS = 250;

async function main(): Promise<void> {
  const env = loadEnv();
  const assets = readBuiltAssets(join(import.meta.dirname, "..", "client"));
  const app = await createApp({ env, assets });
  await listen(app, env);
  const origin = listeningOrigin(app, env);
  // Printed first: programs that wait for `Ready` read the link from the lines before it.
  await printFirstInvitation(createInvitationStore(app.database), env.publicUrl ?? origin);
  process.stdout.write(`Ready: ${origin}${env.basePath}\n`);

  let stopping = false;
  function stopOnce(): void {
    if (stopping) return;
    stopping = true;
    stop(app, undefined, env.trustProxy > 0 ? PROXY_LEAVES_MS : 0).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  }
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stopOnce);
  if (process.env["npm_lifecycle_event"] === "start") stopWithNpm(stopOnce);
}

/** @throws UserError with one line that names the variable */
async function listen(app: FastifyInstance, { port, host }: Env): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const code = errorCode(error);
    const name = code === "EADDRINUSE" || code === "EACCES" ? "PORT" : "HOST";
    throw new UserError(500, `${name}: cannot listen on ${host}:${port}: ${reasonOf(error)}.`);
  }
}

/** npm passes on SIGTERM and SIGINT, but a SIGHUP or SIGKILL ends npm alone. */
function stopWithNpm(stopServer: () => void): void {
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) stopServer();
  }, PARENT_CHECK_MS).unref();
}

main().catch((error: unknown) => {
  // Print one clear sentence, and the stack only when the log level asks for details.
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  if (process.env["LOG_LEVEL"] === "debug" && error instanceof Error) {
    process.stderr.write(`${error.stack ?? ""}\n`);
  }
  process.exit(1);
});
