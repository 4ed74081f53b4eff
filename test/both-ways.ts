import { once } from "node:events";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { readEnv } from "../src/base/env.server.ts";
import { createApp } from "../src/app/create-app.server.ts";

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

export interface TestRequest {
  method?: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The whole app on a database of its own, with two ways to send requests. */
export interface AppBothWays {
  app: FastifyInstance;
  port: number;
  dataDir: string;
  /** Sends a request over a real connection, so the answer may come from the cache. */
  ask(sent: TestRequest): Promise<Answer>;
  /** Sends a request without a connection, so the answer is never cached. */
  askAnew(sent: TestRequest): Promise<Answer>;
  close(): Promise<void>;
}

/** Headers that Node adds for a connection, which an injected request lacks, and the id of a slow request. */
const TRANSPORT = ["date", "connection", "keep-alive", "transfer-encoding", "x-request-id"];

function withoutTransport(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !TRANSPORT.includes(name)));
}

/** @param files folder of static files, if any */
export async function openAppBothWays(
  env: Readonly<Record<string, string>> = {},
  prepare: (app: FastifyInstance) => void = () => undefined,
  files: string | null = null,
): Promise<AppBothWays> {
  const folder = await mkdtemp(join(tmpdir(), "ev-both-ways-"));
  const agent = new Agent({ keepAlive: true });
  const app = await createApp({
    env: readEnv({ DATA_DIR: folder, LOG_LEVEL: "silent", ...env }),
    assets: {
      folder: files,
      firstScript: "",
      forPage: () => ({ scripts: [], styles: [] }),
    },
  });
  prepare(app);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  return {
    app,
    port,
    dataDir: folder,
    async ask({ method = "GET", path, headers, body }) {
      const sent = request({ port, agent, method, path, headers });
      sent.end(body);
      const [answer] = await once(sent, "response");
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      return {
        status: answer.statusCode,
        headers: withoutTransport(answer.headers),
        body: Buffer.concat(chunks).toString("latin1"),
      };
    },
    async askAnew({ method = "GET", path, headers, body }) {
      const answer = await app.inject({
        method: method as "GET", // the type of light-my-request lists the method names
        url: path,
        // A request with a body is not answered from the cache.
        headers: { host: "localhost", "content-length": "0", ...headers },
        ...(body !== undefined && { payload: body }),
      });
      return {
        status: answer.statusCode,
        headers: withoutTransport(answer.headers),
        body: answer.rawPayload.toString("latin1"),
      };
    },
    async close() {
      agent.destroy();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
