import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { errorAnswer, jsonAnswer, withEtag } from "../../server/answers.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { IdInPath } from "../../server/path-parameters.server.ts";
import { VISITORS } from "../../server/plugins/api-description.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { NO_VOTES_YET } from "./votes.queries.ts";
import { createVoteStore } from "./votes.db.server.ts";
import { MyVotesAnswer, VoteInput, VotesAnswer, VoteStatsAnswer } from "./votes.schema.ts";

export const VOTES_TAKEN_BACK_PER_HOUR = 30; // ranking.md#taking-a-vote-back

const HOUR_MS = 3_600_000;

/** Calls to vote, to take a vote back, and to read all votes or one visitor's (calls.md#vote-calls). */
export const voteRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { catalogue, visitors, rateLimits } = app;
  const votes = createVoteStore(app.database);
  const takeBacks = rateLimits.limit({
    name: "votes taken back",
    windowMs: HOUR_MS,
    message: (wait) => `You have taken back too many votes. Please try again in ${wait}.`,
  });

  /** Row ids are not accepted (ranking.md#vote-counts). @throws UserError 404 */
  const modelOf = async (id: number) => (await catalogue.current()).requireModel(id);

  app.route({
    method: "GET",
    url: "/api/votes",
    schema: {
      operationId: "listVotes",
      summary: "Get the vote counts of all models",
      querystring: ONLY_PASS_CACHES,
      response: withEtag(jsonAnswer("The votes", VotesAnswer)),
    },
    handler: async (request, reply) => {
      const atLeast = request.query._;
      const current = await catalogue.votes(atLeast);
      const { version, byModel } = current;
      const all = await app.responseCache.get(`votes ${version}`, () =>
        encodeJson(Object.fromEntries(byModel)),
      );
      const cacheControl = catalogue.votesCacheControl(current, atLeast);
      return sendEncoded(request, reply, all, { cacheControl });
    },
  });

  app.route({
    method: "GET",
    url: "/api/votes/mine",
    schema: {
      operationId: "listMyVotes",
      summary: "List the models that this visitor has voted for",
      security: VISITORS,
      response: { 200: jsonAnswer("The models", MyVotesAnswer) },
    },
    handler: async (request) => {
      const visitor = visitors.visitorOf(request);
      return { ids: visitor === null ? [] : await votes.votedBy(visitor) };
    },
  });

  app.route({
    method: "GET",
    url: "/api/evs/:id/votes",
    schema: {
      operationId: "getVotes",
      summary: "Get the vote counts of one model; row ids are not accepted",
      params: IdInPath,
      querystring: ONLY_PASS_CACHES,
      response: {
        200: jsonAnswer("The vote counts", VoteStatsAnswer),
      },
    },
    handler: async (request, reply) => {
      const knownVersion = request.query._;
      const model = await modelOf(request.params.id);
      const current = await catalogue.votes(knownVersion);
      reply.header("cache-control", catalogue.votesCacheControl(current, knownVersion));
      return current.byModel.get(model.id) ?? NO_VOTES_YET;
    },
  });

  app.route({
    method: "POST",
    url: "/api/evs/:id/votes",
    schema: {
      operationId: "vote",
      summary: "Vote for a model, once per visitor",
      security: VISITORS,
      params: IdInPath,
      body: VoteInput,
      response: {
        201: jsonAnswer("The model's new vote counts", VoteStatsAnswer),
        409: errorAnswer("This visitor has already voted for this model"),
      },
    },
    handler: async (request, reply) => {
      const { isUpvote } = request.body;
      const ev = await modelOf(request.params.id);
      const visitor = await visitors.ensureVisitor(request, reply);
      const stats = await votes.cast({ modelId: ev.id, visitor, isUpvote });
      if (!stats) {
        // ranking.md#one-vote-for-each-visitor
        throw new UserError(409, `You have already voted for ${ev.make} ${ev.model}`);
      }
      return stats;
    },
  });

  app.route({
    method: "DELETE",
    url: "/api/evs/:id/votes",
    schema: {
      operationId: "takeBackVote",
      summary: "Take back the visitor's vote for a model",
      security: VISITORS,
      params: IdInPath,
      response: {
        200: jsonAnswer("The model's new stats", VoteStatsAnswer),
        404: errorAnswer("No such vehicle, or no vote of this visitor for it"),
      },
    },
    handler: async (request) => {
      const ev = await modelOf(request.params.id);
      const visitor = visitors.visitorOf(request);
      if (visitor !== null) {
        await takeBacks.take([{ key: visitor, limit: VOTES_TAKEN_BACK_PER_HOUR }]);
        const stats = await votes.takeBack({ modelId: ev.id, visitor });
        if (stats) return stats;
      }
      throw new UserError(404, `You have not voted for ${ev.make} ${ev.model}`);
    },
  });
};
