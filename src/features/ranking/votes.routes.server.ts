import type { FastifyInstance } from "fastify";
import { declareCall } from "../../server/call.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import { responseCacheOf, sendEncoded } from "../../server/response-cache.server.ts";
import { UserError } from "../../server/errors.server.ts";
import type { Visitors } from "../../server/visitor.server.ts";
import { UNCHANGED } from "../../server/answers.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import type { Ev, VoteStats } from "../../vehicle/vehicle.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import { VOTE_BODY_LIMIT_BYTES } from "./limits.ts";
import type { VoteStore } from "./votes.db.server.ts";
import { MyVotesAnswer, VoteInput, VotesAnswer, VoteStatsAnswer } from "./votes.schema.ts";
import { VEHICLE_NOT_FOUND } from "../../vehicle/vehicle-rows.db.server.ts";

const NO_VOTES: VoteStats = { upvotes: 0, downvotes: 0, total: 0 }; // §3

export interface VoteDeps {
  catalogue: Pick<Catalogue, "current" | "last" | "votes" | "keepsVotes" | "votesChanged">;
  votes: VoteStore;
  visitors: Visitors;
}

/** Voting, and the votes of everybody and of one visitor (readings 3, §7). */
export function voteRoutes(app: FastifyInstance, { catalogue, votes, visitors }: VoteDeps): void {
  /**
   * The model of an id, also one from before a merge; votes know no rows (readings 2).
   * @throws UserError 404
   */
  async function modelOf(id: number): Promise<Ev> {
    const ev = (await catalogue.current()).findModel(id);
    if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
    return ev;
  }

  declareCall(app, "GET /api/votes", {
    id: "listVotes",
    summary: "All vote stats",
    query: ONLY_PASS_CACHES,
    answers: { 200: { description: "The votes", schema: VotesAnswer }, 304: UNCHANGED },
    async handle({ query: { _: asked } }, request, reply) {
      const current = await catalogue.votes(asked);
      const { version, byModel } = current;
      const all = await responseCacheOf(app).get(`votes ${version}`, () =>
        encodeJson(Object.fromEntries(byModel)),
      );
      const cacheControl = catalogue.keepsVotes(current, asked);
      return sendEncoded(request, reply, all, { cacheControl });
    },
  });

  declareCall(app, "GET /api/votes/mine", {
    id: "listMyVotes",
    summary: "What the visitor of the cookie has voted for",
    visitor: true,
    answers: { 200: { description: "Its models", schema: MyVotesAnswer } },
    async handle(_asked, request) {
      const visitor = visitors.visitorOf(request);
      return { ids: visitor === null ? [] : await votes.votedBy(visitor) };
    },
  });

  declareCall(app, "GET /api/evs/:id/votes", {
    id: "getVotes",
    summary: "Vote stats of one model, by its own id",
    query: ONLY_PASS_CACHES,
    answers: { 200: { description: "The stats", schema: VoteStatsAnswer }, 404: VEHICLE_NOT_FOUND },
    async handle({ id, query: { _: asked } }, _request, reply) {
      const model = await modelOf(id);
      const current = await catalogue.votes(asked);
      reply.header("cache-control", catalogue.keepsVotes(current, asked));
      return current.byModel.get(model.id) ?? NO_VOTES;
    },
  });

  declareCall(app, "POST /api/evs/:id/votes", {
    id: "vote",
    summary: "Vote for a model, once per visitor",
    visitor: true,
    body: VoteInput,
    bodyLimit: VOTE_BODY_LIMIT_BYTES,
    answers: {
      201: { description: "The model's new stats", schema: VoteStatsAnswer },
      400: "A body that is not { isUpvote }",
      404: VEHICLE_NOT_FOUND,
      409: "The visitor has voted for this model already",
      429: "Too many new visitors from one address",
    },
    async handle({ id, body: { isUpvote } }, request, reply) {
      // A model of the last snapshot may be gone: counting the vote finds out, and nobody waits twice.
      const ev = catalogue.last()?.findModel(id) ?? (await modelOf(id));
      const visitor = await visitors.ensureVisitor(request, reply);
      let outcome = await votes.cast({ modelId: ev.id, visitor, isUpvote });
      if (outcome.kind === "unknown-model") {
        // It may have been merged into another meanwhile.
        const present = await modelOf(id);
        outcome = await votes.cast({ modelId: present.id, visitor, isUpvote });
      }
      switch (outcome.kind) {
        case "counted":
          catalogue.votesChanged();
          return outcome.stats;
        case "already": {
          const { make, model } = await modelOf(id);
          throw new UserError(409, `You have already voted for ${make} ${model}`); // readings 3
        }
        case "unknown-model":
          throw new UserError(404, VEHICLE_NOT_FOUND);
      }
    },
  });
}
