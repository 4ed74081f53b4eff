import { sql, type Transaction } from "kysely";
import { Histogram } from "prom-client";
import type { Database } from "../../db/database.server.ts";
import { notifyInstances } from "../../db/database-changes.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { registry } from "../../server/metrics.server.ts";
import type { VoteStats } from "../../domain/vehicle.ts";

const VOTES_PER_TRANSACTION = 500; // later votes go into the next transaction

const batches = new Histogram({
  name: "ev_vote_batch_size",
  help: "Votes that were written by one transaction.",
  buckets: [1, 4, 16, 64, 256],
  registers: [registry],
});

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

export type VoteStore = ReturnType<typeof createVoteStore>;

interface Waiting extends PromiseWithResolvers<VoteOutcome> {
  vote: Vote;
}

export function createVoteStore({
  read,
  write,
  changes,
}: Pick<Database, "read" | "write" | "changes">) {
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, VOTES_PER_TRANSACTION);
      batches.observe(batch.length);
      try {
        const votes = batch.map(({ vote }) => vote);
        const outcomes = await writeBatch(votes, { write, changes });
        const counted = votes.filter((_, index) => outcomes[index]?.kind === "counted");
        changes.addOwnVotes(new Set(counted.map(({ modelId }) => modelId)).size);
        outcomes.forEach((outcome, index) => batch[index]?.resolve(outcome));
      } catch (error) {
        // Votes that arrived in the meantime have waited just as long for a database that does not answer.
        const failed = error instanceof UserError ? [...batch, ...waiting.splice(0)] : batch;
        for (const { reject } of failed) reject(error);
      }
    }
    isWriting = false;
  }

  return {
    /**
     * Counts a vote unless this visitor already voted for the model (ranking.md#one-vote-for-each-visitor).
     * Resolves once the vote is on disk. Votes that arrive together share one transaction.
     */
    cast(vote: Vote): Promise<VoteOutcome> {
      const entry = { vote, ...Promise.withResolvers<VoteOutcome>() };
      waiting.push(entry);
      if (!isWriting) {
        isWriting = true;
        // Wait for the end of this tick, so that votes that arrived with this one join the batch.
        setImmediate(() => void writeAll());
      }
      return entry.promise;
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

function voteKey({ modelId, visitor }: Pick<Vote, "modelId" | "visitor">): string {
  return `${modelId} ${visitor}`;
}

function writeBatch(
  votes: readonly Vote[],
  { write, changes }: Pick<Database, "write" | "changes">,
): Promise<VoteOutcome[]> {
  return write.transaction().execute(async (transaction) => {
    const counted = await insertNew(transaction, votes);
    const stats = await countUp(transaction, counted);
    if (stats.size > 0) await notifyInstances(transaction, changes);
    const isNew = votes.map((vote) => {
      // If a batch contains the same vote twice, the first one counts.
      return counted.delete(voteKey(vote));
    });
    const others = votes.filter((_, index) => !isNew[index]).map(({ modelId }) => modelId);
    const models =
      others.length === 0
        ? []
        : await transaction.selectFrom("models").select("id").where("id", "in", others).execute();
    const modelIds = new Set(models.map(({ id }) => id));
    return votes.map(({ modelId }, index): VoteOutcome => {
      const modelStats = stats.get(modelId);
      if (isNew[index] && modelStats) return { kind: "counted", stats: modelStats };
      return { kind: modelIds.has(modelId) ? "already" : "unknown-model" };
    });
  });
}

/**
 * Inserts the new votes and returns them by key. A vote for a deleted model is left out and does not fail the
 * others.
 */
async function insertNew(
  transaction: Transaction<Tables>,
  votes: readonly Vote[],
): Promise<Map<string, { model_id: number; is_upvote: number }>> {
  const rows = new Map<string, [number, string, number]>();
  for (const vote of votes) {
    const key = voteKey(vote);
    if (!rows.has(key)) rows.set(key, [vote.modelId, vote.visitor, vote.isUpvote ? 1 : 0]);
  }
  const inserted = await transaction
    .insertInto("votes")
    .columns(["model_id", "visitor", "is_upvote", "created_at"])
    .expression((eb) =>
      eb
        .selectFrom("models")
        .innerJoin(valueList([...rows.values()]), (join) =>
          join.on("models.id", "=", column<number>(0, "integer")),
        )
        .select([
          "models.id",
          column<string>(1, "text").as("visitor"),
          column<number>(2, "smallint").as("is_upvote"),
          sql<string>`cast(${new Date().toISOString()} as text)`.as("created_at"),
        ])
        // Without a clause in between, SQLite would parse `on conflict` as part of the join.
        .where(sql<boolean>`true`)
        // A fixed order, so that instances that write the same votes do not deadlock.
        .orderBy("models.id")
        .orderBy(column(1, "text"))
        // Keeps models from being deleted while votes for them are written.
        .forKeyShare("models"),
    )
    .onConflict((conflict) => conflict.columns(["model_id", "visitor"]).doNothing())
    .returning(["model_id", "visitor", "is_upvote"])
    .execute();
  return new Map(
    inserted.map((row) => [voteKey({ modelId: row.model_id, visitor: row.visitor }), row]),
  );
}

async function countUp(
  transaction: Transaction<Tables>,
  counted: ReadonlyMap<string, { model_id: number; is_upvote: number }>,
): Promise<Map<number, VoteStats>> {
  if (counted.size === 0) return new Map();
  const added = [...counted.values()].map((vote) => [vote.model_id, vote.is_upvote]);
  const isUpvote = column(1, "integer");
  // A fixed order, so that instances do not deadlock.
  const { rows } = await sql<{ model_id: number; upvotes: number; downvotes: number }>`
    insert into vote_stats (model_id, upvotes, downvotes)
    select ${column(0, "integer")}, sum(${isUpvote}), sum(1 - ${isUpvote})
    from ${valueList(added)} where true group by 1 order by 1
    on conflict (model_id) do update set
      upvotes = vote_stats.upvotes + excluded.upvotes,
      downvotes = vote_stats.downvotes + excluded.downvotes
    returning model_id, upvotes, downvotes`.execute(transaction);
  return new Map(
    rows.map(({ model_id, upvotes, downvotes }) => [
      model_id,
      { upvotes, downvotes, total: upvotes + downvotes },
    ]),
  );
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
  const { upvotes, downvotes } = await transaction
    .updateTable("vote_stats")
    .set((eb) => ({
      upvotes: eb("upvotes", "-", vote.is_upvote),
      downvotes: eb("downvotes", "-", 1 - vote.is_upvote),
    }))
    .where("model_id", "=", modelId)
    .returning(["upvotes", "downvotes"])
    .executeTakeFirstOrThrow();
  await notifyInstances(transaction, changes);
  return { upvotes, downvotes, total: upvotes + downvotes };
}

/**
 * Passes rows of values as a table `listed` in one parameter, so that one compiled statement serves any
 * number of rows. The JSON is an object keyed by row number, since PostgreSQL's `json_each` does not take
 * arrays.
 */
function valueList(rows: readonly (readonly (number | string)[])[]) {
  return sql<object>`json_each(${JSON.stringify(Object.fromEntries(rows.entries()))})`.as("listed");
}

function column<Value>(index: number, type: "integer" | "smallint" | "text") {
  return sql<Value>`cast(listed.value ->> ${sql.lit(index)} as ${sql.raw(type)})`;
}
