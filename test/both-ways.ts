import { once } from "node:events";
import { Agent, request } from "node:http";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { createWholeApp } from "./whole-app.ts";

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

const FILE_TIME = new Date("2026-11-01T00:00:00Z");

export type AppBothWays = Awaited<ReturnType<typeof openAppBothWays>>;

/** Headers that Node adds for a connection, which an injected request lacks, and the id of a slow request. */
const TRANSPORT = ["date", "connection", "keep-alive", "transfer-encoding", "x-request-id"];

function withoutTransport(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !TRANSPORT.includes(name)));
}

/**
 * Opens the whole app with the starter catalogue, on a database of its own, with two ways to send requests.
 * @param prepare adds routes
 * @param files texts of static files by their paths
 */
export async function openAppBothWays(
  env: Readonly<Record<string, string>> = {},
  prepare: (app: FastifyInstance) => void = () => undefined,
  files?: Readonly<Record<string, string>>,
) {
  const folder = await mkdtemp(join(tmpdir(), "ev-both-ways-"));
  const dataDir = join(folder, "data");
  const client = join(folder, "client");
  for (const name of ["assets", "images/logos"]) {
    await mkdir(join(client, name), { recursive: true });
  }
  for (const [path, text] of Object.entries(files ?? {})) {
    const file = join(client, path);
    await writeFile(file, text);
    // An ETag tells the time of its file, and two apps with the same files must answer alike.
    await utimes(file, FILE_TIME, FILE_TIME);
  }
  const agent = new Agent({ keepAlive: true });
  const app = await createWholeApp(
    { DATA_DIR: dataDir, STARTER_CATALOGUE: "true", ...env },
    files ? client : null,
  );
  prepare(app);
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const port = Number(new URL(origin).port);
  return {
    app,
    origin,
    port,
    dataDir,
    /** Sends a request over a real connection, so the answer may come from the cache. */
    async ask({ method = "GET", path, headers, body }: TestRequest): Promise<Answer> {
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
    /** Sends a request without a connection, so the answer is never cached. */
    async askAnew({ method = "GET", path, headers, body }: TestRequest): Promise<Answer> {
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
    async close(): Promise<void> {
      agent.destroy();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
