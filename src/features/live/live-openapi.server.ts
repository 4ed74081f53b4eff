import type { ApiPart } from "../../server/openapi.server.ts";

/** The event stream for `GET /api/openapi.json`. */
export const liveApi: ApiPart = {
  paths: {
    "/api/events": {
      get: {
        summary: "Server-sent events: catalogue, votes, or all (something was missed)",
        answers: {
          200: {
            description: "text/event-stream; Last-Event-ID replays what was missed meanwhile",
          },
          429: { description: "Too many streams from this address", schema: "Error" },
          503: { description: "Too many streams in all", schema: "Error" },
        },
      },
    },
  },
  schemas: {},
};
