/** The built server starts here. Node keeps the compiled code, which makes the next start quicker. */
import { enableCompileCache } from "node:module";

process.env["NODE_ENV"] ??= "production";
enableCompileCache();
await import("./main.server.ts");
