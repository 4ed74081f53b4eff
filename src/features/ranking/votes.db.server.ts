import type { Database } from "../../db/database.server.ts";
import { UserError } from "../../base/errors.server.ts";
import type { VoteStats } from "../../domain/vehicle.ts";
import { modelOfAlias } from "../catalogue/model-merges.db.server.ts";
import { VEHICLE_NOT_FOUND } from "../catalogue/row-columns.db.server.ts";

interface Vote {
  modelId: number;
  visitor: string; // the id from `Visitors`
  isUpvote: boolean;
}

export function createVoteStore({ read, write, changes }: Database) {
  return {
    /**
     * One vote for each visitor and model (ranking.md#one-vote-for-each-visitor). Resolves once it is on disk.
     * @returns the model's stats after the change; null when this visitor has voted for it before @throws UserError 404
     */
    async cast({ modelId: wantedId, visitor, isUpvote }: Vote): Promise<VoteStats | null> {
      const stats = await write.transaction().execute(async (transaction) => {
        const model = await transaction
          .selectFrom("models")
          .select("id as model_id")
          .where("id", "=", wantedId)
          // Keeps the model from being deleted while its vote is written.
          .forKeyShare()
          .executeTakeFirst();
        // It may have been merged into another one since the request arrived.
        const found = model ?? (await modelOfAlias(transaction, wantedId).executeTakeFirst());
        if (!found) throw new UserError(404, VEHICLE_NOT_FOUND);
        const modelId = found.model_id;
        const [upvotes, downvotes] = isUpvote ? [1, 0] : [0, 1];
        const created_at = new Date().toISOString();
        const added = await transaction
          .insertInto("votes")
          .values({ model_id: modelId, visitor, is_upvote: upvotes, created_at })
          .onConflict((conflict) => conflict.columns(["model_id", "visitor"]).doNothing())
          .returning("model_id")
          .executeTakeFirst();
        if (!added) return null;
        const counts = await transaction
          .insertInto("vote_stats")
          .values({ model_id: modelId, upvotes, downvotes })
          .onConflict((conflict) =>
            conflict.column("model_id").doUpdateSet((eb) => ({
              upvotes: eb("vote_stats.upvotes", "+", upvotes),
              downvotes: eb("vote_stats.downvotes", "+", downvotes),
            })),
          )
          .returning(["upvotes", "downvotes"])
          .executeTakeFirstOrThrow();
        return withTotal(counts);
      });
      if (stats) changes.noteOwnVotes(1);
      return stats;
    },
    /** @returns the model's stats after the change; null when this visitor has no vote for it */
    async takeBack({ modelId, visitor }: Omit<Vote, "isUpvote">): Promise<VoteStats | null> {
      const stats = await write.transaction().execute(async (transaction) => {
        const vote = await transaction
          .deleteFrom("votes")
          .where("model_id", "=", modelId)
          .where("visitor", "=", visitor)
          .returning("is_upvote")
          .executeTakeFirst();
        if (!vote) return null;
        const counts = await transaction
          .updateTable("vote_stats")
          .set((eb) => ({
            upvotes: eb("upvotes", "-", vote.is_upvote),
            downvotes: eb("downvotes", "-", 1 - vote.is_upvote),
          }))
          .where("model_id", "=", modelId)
          .returning(["upvotes", "downvotes"])
          .executeTakeFirstOrThrow();
        return withTotal(counts);
      });
      if (stats) changes.noteOwnVotes(1);
      return stats;
    },
    async votedBy(visitor: string): Promise<number[]> {
      const votes = await read
        .selectFrom("votes")
        .select("model_id")
        .where("visitor", "=", visitor)
        .orderBy("model_id")
        .execute();
      return votes.map((vote) => vote.model_id);
    },
  };
}

function withTotal({ upvotes, downvotes }: Omit<VoteStats, "total">): VoteStats {
  return { upvotes, downvotes, total: upvotes + downvotes };
}
