/** Builds the browser's part into dist/client and the server into dist/server. */
import { rm, writeFile } from "node:fs/promises";
import { createBuilder } from "vite";

/**
 * React decides between its two builds when it is loaded, and imports run before the code that
 * asks for them, so the environment is settled in a file of its own.
 */
const MAIN = `import { enableCompileCache } from "node:module";

process.env.NODE_ENV ??= "production";
enableCompileCache();
await import("./server.js");
`;

try {
  await rm("dist", { recursive: true, force: true });
  const builder = await createBuilder();
  for (const environment of Object.values(builder.environments)) await builder.build(environment);
  await writeFile("dist/server/main.js", MAIN);
} catch (error) {
  // The stack, which the bundler repeats in the message, only tells where it noticed.
  const message = error instanceof Error ? error.message : String(error);
  console.error(message.replace(/\n +at .*/g, ""));
  process.exitCode = 1;
}
