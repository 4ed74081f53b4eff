import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";

/** A client of the event stream on a connection of its own. */
export interface TestStream {
  status: number;
  headers: IncomingMessage["headers"];
  /** Waits until what has arrived matches. @returns all that has arrived */
  until(pattern: RegExp): Promise<string>;
  /** settles when the server has ended the stream */
  ended: Promise<void>;
  leave(): void;
}

/** Opens the stream of a listening app. */
export function openStream(app: FastifyInstance): Promise<TestStream> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = get(
      {
        port,
        path: "/api/events",
        agent: false,
        headers: { "accept-encoding": "br, gzip" },
      },
      (response) => resolve(streamOf(response)),
    );
    request.on("error", reject);
    onTestFinished(() => void request.destroy());
  });
}

function streamOf(response: IncomingMessage): TestStream {
  let text = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => (text += chunk));
  response.on("error", () => undefined); // it was left
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    until: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          if (!pattern.test(text)) return;
          response.off("data", look);
          resolve(text);
        };
        response.on("data", look);
        look();
      }),
    ended: new Promise((resolve) => response.once("end", resolve)),
    leave: () => response.destroy(),
  };
}
