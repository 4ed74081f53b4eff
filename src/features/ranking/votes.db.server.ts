import type { Transaction } from "kysely";
import type { Database } from "../../db/database.server.ts";
import { notifyInstances } from "../../db/database-changes.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import type { VoteStats } from "../../domain/vehicle.ts";

interface Vote {
  modelId: number;
  visitor: string; // the id from `Visitors`
  isUpvote: boolean;
}

/** `stats` are those of the model after the change. */
type VoteOutcome =
  | { kind: "counted"; stats: VoteStats }
  | { kind: "already" }
  | { kind: "unknown-model" };

export function createVoteStore({
  read,
  write,
  changes,
}: Pick<Database, "read" | "write" | "changes">) {
  return {
    /** One vote for each visitor and model (ranking.md#one-vote-for-each-visitor). Resolves once it is on disk. */
    async cast(vote: Vote): Promise<VoteOutcome> {
      const outcome = await write
        .transaction()
        .execute((transaction) => addVote(transaction, { ...vote, changes }));
      if (outcome.kind === "counted") changes.addOwnVotes(1);
      return outcome;
    },
    /** @returns the model's stats after the change; null when this visitor has no vote for it */
    async takeBack(vote: Pick<Vote, "modelId" | "visitor">): Promise<VoteStats | null> {
      const stats = await write
        .transaction()
        .execute((transaction) => removeVote(transaction, { ...vote, changes }));
      if (stats) changes.addOwnVotes(1);
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

async function addVote(
  transaction: Transaction<Tables>,
  { modelId, visitor, isUpvote, changes }: Vote & Pick<Database, "changes">,
): Promise<VoteOutcome> {
  const model = await transaction
    .selectFrom("models")
    .select("id")
    .where("id", "=", modelId)
    // Keeps the model from being deleted while its vote is written.
    .forKeyShare()
    .executeTakeFirst();
  if (!model) return { kind: "unknown-model" };
  const [upvotes, downvotes] = isUpvote ? [1, 0] : [0, 1];
  const added = await transaction
    .insertInto("votes")
    .values({
      model_id: modelId,
      visitor,
      is_upvote: upvotes,
      created_at: new Date().toISOString(),
    })
    .onConflict((conflict) => conflict.columns(["model_id", "visitor"]).doNothing())
    .returning("model_id")
    .executeTakeFirst();
  if (!added) return { kind: "already" };
  const stats = await transaction
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
  await notifyInstances(transaction, changes);
  return { kind: "counted", stats: withTotal(stats) };
}

function withTotal({ upvotes, downvotes }: Omit<VoteStats, "total">): VoteStats {
  return { upvotes, downvotes, total: upvotes + downvotes };
}

async function removeVote(
  transaction: Transaction<Tables>,
  { modelId, visitor, changes }: Pick<Vote, "modelId" | "visitor"> & Pick<Database, "changes">,
): Promise<VoteStats | null> {
  const vote = await transaction
    .deleteFrom("votes")
    .where("model_id", "=", modelId)
    .where("visitor", "=", visitor)
    .returning("is_upvote")
    .executeTakeFirst();
  if (!vote) return null;
  const stats = await transaction
    .updateTable("vote_stats")
    .set((eb) => ({
      upvotes: eb("upvotes", "-", vote.is_upvote),
      downvotes: eb("downvotes", "-", 1 - vote.is_upvote),
    }))
    .where("model_id", "=", modelId)
    .returning(["upvotes", "downvotes"])
    .executeTakeFirstOrThrow();
  await notifyInstances(transaction, changes);
  return withTotal(stats);
}
