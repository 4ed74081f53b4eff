import type { FastifyInstance } from "fastify";
import type { Env } from "./env.server.ts";

/** Where the server can be reached, such as `http://127.0.0.1:3000`, once it listens. */
export function listeningOrigin(
  app: FastifyInstance,
  { host, port }: Pick<Env, "host" | "port">,
): string {
  const address = app.server.address();
  // Port 0 lets the operating system choose one.
  const chosen = address !== null && typeof address === "object" ? address.port : port;
  return httpOrigin(host, chosen);
}

/** The origin of a host and a port; an IPv6 address stands in brackets. */
export function httpOrigin(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
