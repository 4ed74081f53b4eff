import type { FastifyInstance, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { UserError } from "../../base/errors.server.ts";

/** Reads JSON bodies, but only after the `onRequest` hooks have passed. */
export const requestBodies = fastifyPlugin(
  async (app) => {
    // Other sites can post text/plain without a preflight.
    app.removeContentTypeParser("text/plain");
    readJsonStrictly(app);
  },
  { name: "request-bodies" },
);

/** By default Fastify would replace invalid UTF-8. */
function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, body, done) => {
      if (body.length === 0 && takesNoBody(request)) {
        done(null, undefined);
        return;
      }
      let text: string;
      try {
        text = decoder.decode(body);
      } catch {
        done(new UserError(400, "The body is not valid UTF-8."));
        return;
      }
      void parse(request, text, done);
    },
  );
}

/** Clients such as axios send JSON's content type even for a call without a body. */
function takesNoBody({ routeOptions: { schema } }: FastifyRequest): boolean {
  return schema !== undefined && schema.body === undefined;
}
