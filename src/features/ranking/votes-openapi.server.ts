import { z } from "zod";
import type { ApiPart } from "../../server/openapi.server.ts";
import type { VoteStats } from "../../vehicle/vehicle.store.server.ts";
import { OneQuery } from "../catalogue/catalogue-query.server.ts";
import { VoteInput } from "./votes.server.ts";

const VoteStatsAnswer = z.strictObject({
  upvotes: z.int(),
  downvotes: z.int(),
  total: z.int().meta({ description: "upvotes and downvotes" }),
}) satisfies z.ZodType<VoteStats>;

const VotesAnswer = z
  .record(z.string(), VoteStatsAnswer)
  .meta({ description: "by model id; models without votes are left out" });

const MyVotesAnswer = z.strictObject({
  ids: z.array(z.int()).meta({ description: "models that this visitor has voted for" }),
});

const NO_VEHICLE = { description: "Vehicle not found", schema: "Error" };

/** The calls of voting for `GET /api/openapi.json`. */
export const votesApi: ApiPart = {
  paths: {
    "/api/votes": {
      get: {
        summary: "All vote stats",
        answers: {
          200: { description: "The votes", schema: "Votes" },
          304: { description: "Unchanged since the ETag of If-None-Match" },
        },
      },
    },
    "/api/votes/mine": {
      get: {
        summary: "What the visitor of the cookie has voted for",
        answers: { 200: { description: "Its models", schema: "MyVotes" } },
      },
    },
    "/api/evs/{id}/votes": {
      get: {
        summary: "Vote stats of one model, by its own id",
        query: OneQuery,
        answers: { 200: { description: "The stats", schema: "VoteStats" }, 404: NO_VEHICLE },
      },
      post: {
        summary: "Vote for a model, once per visitor",
        body: VoteInput,
        answers: {
          201: { description: "The model's new stats", schema: "VoteStats" },
          400: { description: "A body that is not { isUpvote }", schema: "Error" },
          404: NO_VEHICLE,
          409: { description: "The visitor has voted for this model already", schema: "Error" },
          429: { description: "Too many new visitors from one address", schema: "Error" },
        },
      },
    },
  },
  schemas: { VoteStats: VoteStatsAnswer, Votes: VotesAnswer, MyVotes: MyVotesAnswer },
};
