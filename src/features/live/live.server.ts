import type { FastifyInstance, FastifyReply } from "fastify";
import { declareCall } from "../../server/call.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { clientAddress } from "../../server/rate-limit.server.ts";
import { NO_PARAMETERS, readQuery } from "../../server/query.server.ts";
import type { VehicleStore } from "../../vehicle/vehicle.store.server.ts";
import {
  CATALOGUE_GAP_MS,
  HEARTBEAT_MS,
  RECONNECT_MS,
  REFUSED_RETRY_S,
  VOTES_GAP_MS,
} from "./limits.ts";
import { EVENTS_PATH, type LiveEvent } from "./live-events.ts";
import { createOpenStreams } from "./open-streams.server.ts";
import { throttle } from "./throttle.ts";

const REFUSALS = {
  address: [429, "Too many pages are open from your address. Please close some."],
  all: [503, "Too many visitors are watching at the moment. Please try again later."],
} as const;

export interface LiveDeps {
  store: Pick<VehicleStore, "onChange">;
  /** votes, whichever instance counted them */
  catalogue: { onVotesChange(listener: () => void): () => void };
  /** false: addresses have no limit of their own (readings 1) */
  rateLimits: boolean;
}

/** Makes a browser that comes back say so (`Last-Event-ID`); it then reads everything again. */
const STREAM_START = `retry: ${RECONNECT_MS}\nid: seen\n\n`;

function eventText(event: LiveEvent, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * The event stream: tells open pages what has changed, so that they read it again (readings 6).
 * Every event is small and says only what kind of thing changed.
 */
export function liveRoutes(app: FastifyInstance, deps: LiveDeps): void {
  const { store, catalogue, rateLimits } = deps;
  const streams = createOpenStreams(rateLimits);
  let isClosing = false;

  const publish = (event: LiveEvent, data: object) => streams.send(eventText(event, data));
  let version = 0;
  const catalogueNews = throttle(() => publish("catalogue", { version }), CATALOGUE_GAP_MS);
  const stopCatalogue = store.onChange((next) => {
    version = next;
    catalogueNews.call();
  });
  const votesNews = throttle(() => publish("votes", {}), VOTES_GAP_MS);
  const stopVotes = catalogue.onVotesChange(votesNews.call);

  const heartbeat = setInterval(() => streams.send(": still here\n\n"), HEARTBEAT_MS).unref();

  // Before the server waits for its connections, of which these would never end by themselves.
  app.addHook("preClose", async () => {
    isClosing = true;
    clearInterval(heartbeat);
    for (const stop of [stopCatalogue, stopVotes, catalogueNews.stop, votesNews.stop]) stop();
    streams.endAll();
  });

  declareCall(app, `GET ${EVENTS_PATH}`, {
    id: "streamEvents",
    summary: "Server-sent events: catalogue, votes, or all (something was missed)",
    answers: {
      200: {
        description: "With Last-Event-ID it begins with the event all",
        type: "text/event-stream",
      },
      429: "Too many streams from this address",
      503: "Too many streams in all",
    },
    // A page that is left ends its stream; that is no error to log.
    options: { logLevel: "warn", exposeHeadRoute: false },
    async handle(_asked, request, reply) {
      const address = clientAddress(request);
      const refusal = isClosing ? "all" : streams.refusal(address);
      if (refusal) {
        const [status, sentence] = REFUSALS[refusal];
        reply.header("retry-after", String(REFUSED_RETRY_S));
        throw new UserError(status, sentence);
      }
      const isBack = Boolean(request.headers["last-event-id"]);
      const text = isBack ? STREAM_START + eventText("all", {}) : STREAM_START;
      return streamHeaders(reply).send(streams.open(address, request.raw.socket, text));
    },
  });
  app.head<{ Querystring: Record<string, unknown> }>(EVENTS_PATH, async ({ query }, reply) => {
    readQuery(NO_PARAMETERS, query);
    return streamHeaders(reply).send();
  });
}

function streamHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-store, no-transform")
    .header("x-accel-buffering", "no")
    .header("connection", "close");
}
