import type { FastifyInstance } from "fastify";

/** As Node looks for it. */
const ASKS_FIRST = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * Lets whoever asks first (`Expect: 100-continue`) send a body, once neither the address nor a guard of
 * the call has refused it: of what they refuse not even the beginning is sent.
 */
export function awaitBodies(app: FastifyInstance): void {
  app.addHook("preParsing", ({ raw }, reply, _payload, done) => {
    const { expect } = raw.headers;
    if (expect !== undefined && ASKS_FIRST.test(expect) && raw.httpVersion !== "1.0") {
      reply.raw.writeContinue();
    }
    done();
  });
}

/**
 * An answer to HEAD tells how long the body would be; of a 304 the framework takes that for nothing,
 * which no cache may be told (RFC 9110 §8.6).
 */
export function tellNoLengthOf304(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.method !== "HEAD") return;
    const before = [route.onSend ?? []].flat();
    route.onSend = [
      ...before,
      (_request, reply, payload, done) => {
        if (reply.statusCode === 304) reply.removeHeader("content-length");
        done(null, payload);
      },
    ];
  });
}
