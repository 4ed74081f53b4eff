/**
 * The development server: one process and one port for Vite and the app's server. Vite hot-reloads the
 * client. A change to anything that the server runs closes the running app; the next request starts a new
 * one, which reopens the database.
 */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { stripVTControlCharacters } from "node:util";
import type { FastifyInstance } from "fastify";
import { createServer as createViteServer, isRunnableDevEnvironment, type Plugin } from "vite";
import type { Assets } from "../src/app/assets.server.ts";

type AppModule = typeof import("../src/app/create-app.server.ts");
type EnvModule = typeof import("../src/base/env.server.ts");

const ASSETS = {
  folder: null,
  forPage: () => ({
    scripts: ["/src/app/entry.client.tsx", "/@vite/client"],
    styles: ["/src/app/base.css"],
  }),
} satisfies Partial<Assets>;

/** The running app; undefined before the first request and after a change. */
let running: Promise<FastifyInstance> | undefined;
/** Whether a server module has changed since `running` was started. */
let stale = false;

const restartOnServerChange: Plugin = {
  name: "restart-on-server-change",
  hotUpdate({ modules, file }) {
    if (this.environment.name !== "ssr" || modules.length === 0) return;
    for (const module of modules) this.environment.moduleGraph.invalidateModule(module);
    stale = true;
    if (/\.server\.tsx?$/.test(file)) console.log(`Changed: ${file}`);
    return []; // The client environment is notified of the change by itself.
  },
};

const server = createHttpServer();
const vite = await createViteServer({
  server: { middlewareMode: true, hmr: { server } },
  plugins: [restartOnServerChange],
});
const environment = vite.environments.ssr;
if (!isRunnableDevEnvironment(environment)) throw new Error("Vite cannot run the server's code.");
const { runner } = environment;

async function startApp(previous: Promise<FastifyInstance> | undefined): Promise<FastifyInstance> {
  // The embedded database can be opened by only one app at a time.
  const old = await previous?.catch(() => undefined);
  await old?.close();
  runner.clearCache();
  const { readEnv } = await runner.import<EnvModule>("/src/base/env.server.ts");
  const { createApp } = await runner.import<AppModule>("/src/app/create-app.server.ts");
  const env = readEnv(process.env);
  const origin = `http://${env.host}:${env.port}`;
  const script = await vite.environments.client.transformRequest("/src/app/first-script.ts");
  const firstScript = `(()=>{${script?.code}\n})()`;
  const app = await createApp({ env, assets: { ...ASSETS, firstScript }, origin });
  await app.ready();
  return app;
}

function currentApp(): Promise<FastifyInstance> {
  if (!running || stale) {
    stale = false;
    running = startApp(running);
  }
  return running;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const app = await currentApp();
    app.routing(request, response);
  } catch (error) {
    stale = true; // The next request tries again.
    const text = (error instanceof Error && error.stack) || String(error);
    console.error(text);
    response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
    response.end(stripVTControlCharacters(text));
  }
}

server.on("request", (request, response) => {
  vite.middlewares(request, response, () => void answer(request, response));
});

const { readEnv } = await runner.import<EnvModule>("/src/base/env.server.ts");
const { port, host } = readEnv(process.env);
server.once("error", (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === "EADDRINUSE" ? `PORT ${port} is taken by another program.` : error.message,
  );
  process.exit(1);
});
server.listen(port, host, () => {
  console.log(`Development server: http://${host}:${port}`);
  currentApp().catch(() => undefined); // The first request reports the error.
});

async function stop(): Promise<void> {
  const app = await running?.catch(() => undefined);
  await Promise.allSettled([app?.close(), vite.close()]);
  process.exit(0);
}
process.once("SIGINT", () => void stop());
process.once("SIGTERM", () => void stop());
