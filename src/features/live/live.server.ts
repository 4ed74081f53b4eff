import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { declareCall } from "../../server/call.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { clientAddress } from "../../server/rate-limit.server.ts";
import { NO_PARAMETERS, readQuery } from "../../server/query.server.ts";
import type { Database } from "../../server/database.server.ts";
import type { VehicleStore } from "../../vehicle/vehicle.store.server.ts";
import { createEventLog } from "./event-log.server.ts";
import {
  CATALOGUE_GAP_MS,
  EVENTS_KEPT,
  HEARTBEAT_MS,
  RECONNECT_MS,
  REFUSED_RETRY_S,
  VOTES_GAP_MS,
} from "./limits.ts";
import { EVENTS_PATH, type LiveEvent } from "./live-events.ts";
import { createForeignStreams, NO_FOREIGN_STREAMS } from "./foreign-streams.server.ts";
import { createOpenStreams } from "./open-streams.server.ts";
import { spaced } from "./spaced.ts";

const REFUSALS = {
  address: [429, "Too many pages are open from your address. Please close some."],
  all: [503, "Too many visitors are watching at the moment. Please try again later."],
} as const;

export interface LiveDeps {
  database: Pick<Database, "kysely" | "changes">;
  store: Pick<VehicleStore, "onChange">;
  /** votes, whichever instance counted them */
  catalogue: { onVotesChange(listener: () => void): () => void };
  /** false: addresses have no limit of their own (readings 1) */
  rateLimits: boolean;
}

/**
 * The event stream: tells open pages what has changed, so that they read it again (readings 6).
 * Every event is small and says only what kind of thing changed.
 */
export function liveRoutes(app: FastifyInstance, deps: LiveDeps): void {
  const { database, store, catalogue, rateLimits } = deps;
  const log = createEventLog(randomBytes(6).toString("hex"), EVENTS_KEPT);
  const isShared = rateLimits && database.changes.announces;
  const foreign = isShared ? createForeignStreams(database) : NO_FOREIGN_STREAMS;
  const streams = createOpenStreams(rateLimits, foreign);
  let isClosing = false;

  const publish = (event: LiveEvent, data: object) => streams.send(log.append(event, data));
  let version = 0;
  const catalogueNews = spaced(() => publish("catalogue", { version }), CATALOGUE_GAP_MS);
  const stopCatalogue = store.onChange((next) => {
    version = next;
    catalogueNews.call();
  });
  const votesNews = spaced(() => publish("votes", {}), VOTES_GAP_MS);
  const stopVotes = catalogue.onVotesChange(votesNews.call);

  const heartbeat = setInterval(() => streams.send(": still here\n\n"), HEARTBEAT_MS).unref();

  // Before the server waits for its connections, of which these would never end by themselves.
  app.addHook("preClose", async () => {
    isClosing = true;
    clearInterval(heartbeat);
    for (const stop of [stopCatalogue, stopVotes, catalogueNews.stop, votesNews.stop]) stop();
    foreign.close();
    streams.endAll();
  });

  declareCall(app, `GET ${EVENTS_PATH}`, {
    id: "streamEvents",
    summary: "Server-sent events: catalogue, votes, or all (something was missed)",
    answers: {
      200: {
        description: "Last-Event-ID replays what was missed meanwhile",
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
      const lastId = request.headers["last-event-id"];
      const start = typeof lastId === "string" && lastId ? log.since(lastId) : log.greeting();
      const text = `retry: ${RECONNECT_MS}\n\n${start}`;
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
