import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { idOf } from "../../server/address-id.server.ts";
import { type Encoded, encodeJson } from "../../server/compression.server.ts";
import { sendEncoded } from "../../server/send-encoded.server.ts";
import { UserError } from "../../server/errors.server.ts";
import type { Visitors } from "../../server/visitor.server.ts";
import { bodyError, readQuery, refuseParameters } from "../../server/query.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { VoteStats } from "../../vehicle/vehicle.store.server.ts";
import { OneQuery } from "../catalogue/catalogue-query.server.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import { VOTE_BODY_LIMIT_BYTES } from "./limits.ts";
import type { VoteStore } from "./vote.store.server.ts";
import { VEHICLE_NOT_FOUND } from "../../vehicle/vehicle-not-found.server.ts";

const NO_VOTES: VoteStats = { upvotes: 0, downvotes: 0, total: 0 }; // §3

/** Body of a vote; screens only send true (readings 3). */
export const VoteInput = z.strictObject(
  { isUpvote: z.boolean({ error: "isUpvote must be true or false" }) },
  { error: bodyError },
);

export interface VoteDeps {
  catalogue: Pick<Catalogue, "current" | "last" | "votes" | "votesChanged">;
  votes: VoteStore;
  visitors: Visitors;
}

/** Voting, and the votes of everybody and of one visitor (readings 3, §7). */
export function voteRoutes(app: FastifyInstance, { catalogue, votes, visitors }: VoteDeps): void {
  /**
   * The model that the address names; votes know models only, no rows (readings 2).
   * @throws UserError 404
   */
  async function modelOf(request: FastifyRequest): Promise<Ev> {
    const ev = (await catalogue.current()).findModel(idOf(request));
    if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
    return ev;
  }

  /** A model of the last snapshot may be gone: counting the vote finds out, and nobody waits twice. */
  async function isModel(id: number): Promise<boolean> {
    const known = catalogue.last()?.findModel(id) ?? (await catalogue.current()).findModel(id);
    return known !== undefined;
  }

  let all: { version: number; answer: Encoded } | undefined;
  app.get("/api/votes", { preHandler: refuseParameters }, async (request, reply) => {
    const { version, byModel } = await catalogue.votes();
    if (all?.version !== version) {
      all = { version, answer: encodeJson(Object.fromEntries(byModel)) };
    }
    return sendEncoded(request, reply, all.answer, { cacheControl: "no-cache" });
  });

  app.get("/api/votes/mine", { preHandler: refuseParameters }, async (request, reply) => {
    const visitor = visitors.visitorOf(request);
    reply.header("cache-control", "no-store");
    return { ids: visitor === null ? [] : await votes.votedBy(visitor) };
  });

  app.get("/api/evs/:id/votes", async (request, reply) => {
    readQuery(OneQuery, request.query);
    const { id } = await modelOf(request);
    const { byModel } = await catalogue.votes();
    reply.header("cache-control", "no-cache");
    return byModel.get(id) ?? NO_VOTES;
  });

  const voting = { bodyLimit: VOTE_BODY_LIMIT_BYTES, preHandler: refuseParameters };
  app.post("/api/evs/:id/votes", voting, async (request, reply) => {
    const { isUpvote } = VoteInput.parse(request.body);
    const modelId = idOf(request);
    if (!(await isModel(modelId))) throw new UserError(404, VEHICLE_NOT_FOUND);
    const visitor = await visitors.ensureVisitor(request, reply);
    const outcome = await votes.cast({ modelId, visitor, isUpvote });
    switch (outcome.kind) {
      case "counted":
        catalogue.votesChanged();
        return reply.code(201).header("cache-control", "no-store").send(outcome.stats);
      case "already": {
        const { make, model } = await modelOf(request);
        throw new UserError(
          409,
          `You have already voted for ${make} ${model}`, // readings 3
        );
      }
      case "unknown-model":
        throw new UserError(404, VEHICLE_NOT_FOUND);
    }
  });
}
