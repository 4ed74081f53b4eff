import { join } from "node:path";

import { readEnv, listeningOrigin } from "../server/env.server.ts";
import { readBuiltAssets } from "./assets.server.ts";
import { createApp } from "./create-app.server.ts";
import { PROXY_LEAVES_MS, stop } from "./stop.server.ts";

/** Starts the product: reads the configuration, opens the database, listens, prints the address. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const assets = readBuiltAssets(join(import.meta.dirname, "..", "client"));
  const app = await createApp({ env, assets });
  await app.listen({ port: env.port, host: env.host });
  process.stdout.write(`Ready: ${listeningOrigin(app, env)}\n`);

  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop(app, undefined, env.trustProxy > 0 ? PROXY_LEAVES_MS : 0).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
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
