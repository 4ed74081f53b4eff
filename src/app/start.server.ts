/**
 * Where the built server starts: with the code that the engine had compiled of it when the build had
 * asked it for its first pages (`scripts/build.ts`).
 */
import { createRequire, enableCompileCache } from "node:module";
import { join } from "node:path";
import { runWithCompiledCode } from "./compiled-code.server.ts";

const { env } = process;
env["NODE_ENV"] ??= "production";
// For what is not built, and for whatever the code beside the files does not fit.
enableCompileCache();
const keepsCode = process.send !== undefined && process.argv.includes("--keep-code");
const { writeCode } = runWithCompiledCode(import.meta.dirname, keepsCode);
if (keepsCode) {
  process.once("message", () => {
    writeCode();
    process.exit();
  });
}
createRequire(import.meta.url)(join(import.meta.dirname, "server.js"));
