import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";

export type TestStream = ReturnType<typeof streamOf>;

/** Opens the event stream of a listening app. @param address of the client, as a proxy reports it */
export function openStream(app: FastifyInstance, address?: string): Promise<TestStream> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = get(
      {
        port,
        path: "/api/events",
        agent: false,
        headers: {
          "accept-encoding": "br, gzip",
          ...(address !== undefined && { "x-forwarded-for": address }),
        },
      },
      (response) => resolve(streamOf(response)),
    );
    request.on("error", reject);
    onTestFinished(() => void request.destroy());
  });
}

/** A client that listens to events on its own connection. */
function streamOf(response: IncomingMessage) {
  let text = "";
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => (text += chunk));
  response.on("error", () => undefined); // the client disconnected
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    /** Waits until the received text matches. @returns everything that was received */
    until: (pattern: RegExp) =>
      new Promise<string>((resolve) => {
        const look = () => {
          if (!pattern.test(text)) return;
          response.off("data", look);
          resolve(text);
        };
        response.on("data", look);
        look();
      }),
    /** resolves when the server has closed the stream */
    ended: new Promise<void>((resolve) => response.once("end", resolve)),
    leave: () => void response.destroy(),
  };
}
