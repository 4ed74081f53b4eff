import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { Gauge } from "prom-client";
import { errorAnswer, textAnswer } from "../../server/answers.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { registry } from "../../base/metrics.server.ts";
import type { Share } from "../../server/rate-limit.server.ts";
import { NO_PARAMETERS } from "../../server/query.schema.ts";
import { EVENTS_PATH } from "../../domain/routes.ts";
import type { LiveEvent } from "./live-stream.ts";
import { throttle } from "./throttle.ts";

export const STREAMS_PER_ADDRESS = 20; // per process; ten times as many from an IPv6 /48
export const UNREAD_MAX_BYTES = 64 * 1024; // slower clients are disconnected

const RECONNECT_MS = 2_000; // sent to the browser with each stream
const STREAMS_IN_ALL = 2_000;
const REFUSED_RETRY_S = 30;
const HEARTBEAT_MS = 15_000; // common proxies cut an idle connection after 60 s
const ENDING_MS = 1_000; // for the last bytes of a stream when the server closes
/** Faster changes are sent together. */
const CATALOGUE_GAP_MS = 250;
const VOTES_GAP_MS = 800;

const openStreams = new Gauge({
  name: "ev_event_streams",
  help: "Open event streams.",
  registers: [registry],
});

export function createOpenStreams() {
  const streams = new Map<Readable, { keys: readonly string[]; socket: Socket }>();
  const countOf = (key: string) =>
    [...streams.values()].filter(({ keys }) => keys.includes(key)).length;

  return {
    count: () => streams.size,
    /** Returns which limit another stream from this address would exceed. */
    refusal(shares: readonly Share[]): "address" | "all" | undefined {
      if (streams.size >= STREAMS_IN_ALL) return "all";
      return shares.some(({ key, limit }) => countOf(key) >= limit) ? "address" : undefined;
    },
    open(shares: readonly Share[], socket: Socket, text: string): Readable {
      const stream = new Readable({ read: () => undefined });
      streams.set(stream, { keys: shares.map(({ key }) => key), socket });
      openStreams.inc();
      stream.once("close", () => {
        if (streams.delete(stream)) openStreams.dec();
      });
      stream.push(text);
      return stream;
    },
    /** A client that has not read for long is disconnected and may reconnect. */
    send(text: string): void {
      const bytes = Buffer.from(text);
      for (const stream of streams.keys()) {
        if (stream.readableLength > UNREAD_MAX_BYTES) stream.destroy();
        else stream.push(bytes);
      }
    },
    /** Includes streams whose clients have stopped reading. */
    endAll(): void {
      for (const [stream, { socket }] of streams) {
        stream.push(null);
        setTimeout(() => socket.destroy(), ENDING_MS).unref();
      }
    },
  };
}

const REFUSALS = {
  address: [429, "Too many pages are open from your address. Please close some."],
  all: [503, "Too many visitors are connected right now. Please try again later."],
} as const;

const STREAM_START = `retry: ${RECONNECT_MS}\n\n`;

function eventText(event: LiveEvent, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Tells open pages which data to read again (everywhere.md#live-data). */
export const liveRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, catalogue, rateLimits } = app;
  const streams = createOpenStreams();
  let isClosing = false;

  /** @throws UserError 429 or 503 */
  function requireRoom(shares: readonly Share[]): void {
    const refusal = isClosing ? "all" : streams.refusal(shares);
    if (!refusal) return;
    const [status, sentence] = REFUSALS[refusal];
    throw new UserError(status, sentence, { retryAfterSeconds: REFUSED_RETRY_S });
  }

  const publish = (event: LiveEvent, data: object) => streams.send(eventText(event, data));
  let version = 0;
  const throttledCatalogue = throttle(() => publish("catalogue", { version }), CATALOGUE_GAP_MS);
  const stopCatalogue = database.changes.onChange((next) => {
    version = next;
    throttledCatalogue.call();
  });
  async function publishVotes(): Promise<void> {
    publish("votes", await catalogue.versions());
  }
  const throttledVotes = throttle(() => void publishVotes().catch(() => undefined), VOTES_GAP_MS);
  const stopVotes = database.changes.onVotes(throttledVotes.call);

  const heartbeat = setInterval(() => streams.send(": still here\n\n"), HEARTBEAT_MS).unref();

  // Runs before the server waits for its connections, which these streams would keep open.
  app.addHook("preClose", async () => {
    isClosing = true;
    clearInterval(heartbeat);
    for (const stop of [stopCatalogue, stopVotes, throttledCatalogue.stop, throttledVotes.stop])
      stop();
    streams.endAll();
  });

  app.get(
    EVENTS_PATH,
    {
      // Closing a page ends its stream, which is not an error.
      logLevel: "warn",
      exposeHeadRoute: false,
      schema: {
        operationId: "streamEvents",
        summary:
          "Subscribe to server-sent events: `all` at the start, then `catalogue` and `votes`, each with its version",
        response: {
          200: textAnswer(
            "Pass a version as the parameter _ of a read to get an answer at least that recent",
            "text/event-stream",
          ),
          429: errorAnswer("Too many streams from this address"),
          503: errorAnswer("Too many streams in all"),
        },
      },
    },
    async (request, reply) => {
      const shares = rateLimits.networkShares(request, STREAMS_PER_ADDRESS);
      requireRoom(shares);
      // Anything that happened before the stream was open may have been missed.
      const text = STREAM_START + eventText("all", await catalogue.versions());
      requireRoom(shares); // others may have opened streams meanwhile
      return streamHeaders(reply).send(streams.open(shares, request.raw.socket, text));
    },
  );
  const schema = { hide: true, querystring: NO_PARAMETERS };
  app.head(EVENTS_PATH, { schema }, async (_request, reply) => streamHeaders(reply).send());
};

function streamHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-store, no-transform")
    .header("x-accel-buffering", "no")
    .header("connection", "close");
}
