import * as http from "node:http";
import type { Plugin } from "vite";

/**
 * Modules of the server that a start does not need as a whole, by what is loaded in their place.
 * - `import` of Node's HTTP module reads all of its properties, and one of those loads undici: 60 ms
 *   and 13 MB at every start, for what the server never uses.
 * - The framework loads what it would need to speak TLS or HTTP/2 itself, and its log what it would
 *   need to write from a thread.
 * - `pg` is for those who have a PostgreSQL.
 * - The framework's compilers of schemas are never asked for (http.server.ts).
 * - React (nobody else says it without `node:`) would find the page by it when asked for a preload
 *   between two steps of rendering, which we never do. Once there is one, Node carries it along
 *   with each callback of each request: a twentieth of a ready answer's time.
 * - React's other renderer, which waits for nothing, is not used.
 * - `glob` is for routes of every single file in a folder; ours has a route for the folder.
 */
const SERVER_MODULES: Readonly<Record<string, string>> = {
  "node:http": `export const { ${Object.keys(http)
    .filter((name) => !/WebSocket|Event/.test(name) && name !== "default")
    .join(", ")} } = process.getBuiltinModule("node:http");`,
  "node:https": "export default undefined;",
  "node:http2": "export default undefined;",
  "thread-stream": "export default undefined;",
  "./cjs/react-dom-server-legacy.node.production.js": "export default undefined;",
  glob: "export const glob = undefined;",
  "@fastify/ajv-compiler": "export default undefined;",
  "@fastify/fast-json-stringify-compiler": "export default undefined;",
  async_hooks: `export class AsyncLocalStorage {
  run(_store, work, ...given) { return work(...given); }
  getStore() { return undefined; }
}`,
  pg: `import { createRequire } from "node:module";
const load = createRequire(import.meta.url);
export default new Proxy({}, { get: (_, name) => load("pg")[name] });`,
};

const PREFIX = "\0sparing:";

/** Puts the modules above into the built server. */
export function sparingStart(): Plugin {
  return {
    name: "sparing-start",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: (environment) => environment.config.consumer === "server",
    resolveId: (source) => (source in SERVER_MODULES ? PREFIX + source : undefined),
    load: (id) => (id.startsWith(PREFIX) ? SERVER_MODULES[id.slice(PREFIX.length)] : undefined),
  };
}
