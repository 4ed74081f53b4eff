/** Entry point of the built server. Node caches the compiled code, which makes the next start faster. */
import { enableCompileCache } from "node:module";

process.env["NODE_ENV"] ??= "production";
enableCompileCache();
await import("./main.server.ts");
