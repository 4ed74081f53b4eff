import type { Plugin } from "vite";

const SERVER_FILE = /\.(server\.tsx?|schema\.ts)$/;

/** Fails the build, or the page in development, when client code would load a server file. */
export function keepServerOutOfBrowser(): Plugin {
  return {
    name: "keep-server-out-of-browser",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.config.consumer === "client",
    resolveId(source, importer) {
      const isServerFile = SERVER_FILE.test(source.replace(/\?.*$/, ""));
      const isNodeModule =
        source.startsWith("node:") && importer !== undefined && !importer.includes("node_modules");
      if (isServerFile || isNodeModule) {
        this.error(`${importer ?? "The page"} imports ${source}, which only the server may load.`);
      }
    },
  };
}
