import type { FastifyInstance } from "fastify";

/**
 * Sends a request to an app without a connection.
 * @param headers its headers, such as the cookie of a session
 * @param payload what is sent as it is when it is a text or bytes, else as JSON
 */
export function callApp(
  app: Pick<FastifyInstance, "inject">,
  method: string,
  url: string,
  headers: object = {},
  payload?: unknown,
) {
  return app.inject({
    method: method as "GET", // the type of light-my-request lists the method names
    url,
    headers: { ...headers },
    payload: payload as object,
  });
}
