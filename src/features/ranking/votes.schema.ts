/** Inputs and answers of the vote calls (calls.md#vote-calls). */
import { z } from "zod";
import { body } from "../../server/query.schema.ts";
import type { VoteStats } from "../../domain/vehicle.ts";
import type { Votes } from "./ranking.ts";

/** Body of a vote; the site only sends true (calls.md#vote-calls). */
export const VoteInput = body({ isUpvote: z.boolean({ error: "isUpvote must be true or false" }) });

export const VoteStatsAnswer = z
  .strictObject({
    upvotes: z.int(),
    downvotes: z.int(),
    total: z.int().describe("upvotes plus downvotes"),
  })
  .meta({ id: "VoteStats" }) satisfies z.ZodType<VoteStats>;

export const VotesAnswer = z.record(z.string(), VoteStatsAnswer).meta({
  id: "Votes",
  description: "by model id; models without votes are left out",
}) satisfies z.ZodType<Votes>;

export const MyVotesAnswer = z
  .strictObject({
    ids: z.array(z.int()).describe("models that this visitor has voted for"),
  })
  .meta({ id: "MyVotes" });
export type MyVotesAnswer = z.output<typeof MyVotesAnswer>;
