/** Entry point of the built server. Node caches the compiled code, which makes the next start faster. */
import module from "node:module";

const NODE_MAJOR = 24;

process.env["NODE_ENV"] ??= "production";
if (Number(process.versions.node.split(".")[0]) < NODE_MAJOR) {
  // Older versions cannot even parse the rest.
  process.stderr.write(
    `Node ${NODE_MAJOR} or newer is needed; this is ${process.version}. npm start finds a newer one.\n`,
  );
  process.exit(1);
}
module.enableCompileCache();
await import("./main.server.ts");
