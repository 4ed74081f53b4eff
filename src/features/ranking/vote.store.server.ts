import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../server/database.server.ts";
import type { Tables } from "../../server/database-tables.server.ts";
import type { VoteStats } from "../../vehicle/vehicle.store.server.ts";

/** Votes written by one transaction; what comes meanwhile goes into the next. */
const VOTES_PER_TRANSACTION = 500;

interface Vote {
  modelId: number;
  /** as `Visitors` names it */
  visitor: string;
  isUpvote: boolean;
}

/** What became of a vote; `stats` are those of its model afterwards. */
type VoteOutcome =
  | { kind: "counted"; stats: VoteStats }
  | { kind: "already"; make: string; model: string }
  | { kind: "unknown-model" };

export interface VoteStore {
  /**
   * Counts a vote unless this visitor has voted for this model before (readings 3). The promise is
   * kept only after the vote is on the disk. Votes that come together share one transaction.
   */
  cast(vote: Vote): Promise<VoteOutcome>;
  /** Ids of the models that the visitor has voted for. */
  votedBy(visitor: string): Promise<number[]>;
}

interface Waiting extends PromiseWithResolvers<VoteOutcome> {
  vote: Vote;
}

export function createVoteStore({
  kysely,
  engine,
}: Pick<Database, "kysely" | "engine">): VoteStore {
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, VOTES_PER_TRANSACTION);
      try {
        const outcomes = await writeBatch(
          batch.map(({ vote }) => vote),
          kysely,
          engine,
        );
        outcomes.forEach((outcome, index) => batch[index]?.resolve(outcome));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }

  return {
    cast(vote) {
      const entry = { vote, ...Promise.withResolvers<VoteOutcome>() };
      waiting.push(entry);
      if (!isWriting) {
        isWriting = true;
        // After this tick, so that the votes that arrived with this one join it.
        setImmediate(() => void writeAll());
      }
      return entry.promise;
    },
    async votedBy(visitor) {
      const votes = await kysely
        .selectFrom("votes")
        .select("model_id")
        .where("visitor", "=", visitor)
        .orderBy("model_id")
        .execute();
      return votes.map((vote) => vote.model_id);
    },
  };
}

function keyOf(modelId: number, visitor: string): string {
  return `${modelId} ${visitor}`;
}

/** @returns the outcomes in the order of the votes */
function writeBatch(
  votes: readonly Vote[],
  kysely: Kysely<Tables>,
  engine: Database["engine"],
): Promise<VoteOutcome[]> {
  const modelIds = [...new Set(votes.map(({ modelId }) => modelId))];
  return kysely.transaction().execute(async (transaction) => {
    const models = await namesOf(transaction, modelIds, engine);
    const counted = await insertNew(
      transaction,
      votes.filter(({ modelId }) => models.has(modelId)),
    );
    const stats = await statsOf(transaction, modelIds);
    return votes.map((vote): VoteOutcome => {
      const names = models.get(vote.modelId);
      const found = stats.get(vote.modelId);
      if (!names || !found) return { kind: "unknown-model" };
      // Of two equal votes in one batch the first is the one that counted.
      if (counted.delete(keyOf(vote.modelId, vote.visitor)))
        return { kind: "counted", stats: found };
      return { kind: "already", ...names };
    });
  });
}

async function namesOf(
  transaction: Transaction<Tables>,
  ids: readonly number[],
  engine: Database["engine"],
): Promise<Map<number, { make: string; model: string }>> {
  let query = transaction
    .selectFrom("models")
    .select(["id", "make", "model"])
    .where("id", "in", ids)
    .orderBy("id");
  // One model that is deleted meanwhile must not fail the votes for all others.
  if (engine === "postgres") query = query.forKeyShare();
  const models = await query.execute();
  return new Map(models.map(({ id, make, model }) => [id, { make, model }]));
}

/** @returns the keys of the votes that were new */
async function insertNew(
  transaction: Transaction<Tables>,
  votes: readonly Vote[],
): Promise<Set<string>> {
  const created_at = new Date().toISOString();
  const rows = new Map(
    // The first of equal votes wins, so it is put in last.
    votes
      .toReversed()
      .map(({ modelId, visitor, isUpvote }) => [
        keyOf(modelId, visitor),
        { model_id: modelId, visitor, is_upvote: isUpvote ? 1 : 0, created_at },
      ]),
  );
  if (rows.size === 0) return new Set();
  // Instances that write the same votes in the same order wait for each other instead of deadlocking.
  const ordered = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const inserted = await transaction
    .insertInto("votes")
    .values(ordered)
    .onConflict((conflict) => conflict.columns(["model_id", "visitor"]).doNothing())
    .returning(["model_id", "visitor"])
    .execute();
  return new Set(inserted.map(({ model_id, visitor }) => keyOf(model_id, visitor)));
}

async function statsOf(
  transaction: Transaction<Tables>,
  modelIds: readonly number[],
): Promise<Map<number, VoteStats>> {
  const figures = await transaction
    .selectFrom("votes")
    .select((eb) => [
      "model_id",
      eb.fn.sum<number>("is_upvote").as("upvotes"),
      eb.fn.countAll<number>().as("total"),
    ])
    .where("model_id", "in", modelIds)
    .groupBy("model_id")
    .execute();
  return new Map(
    figures.map(({ model_id, upvotes, total }) => [
      model_id,
      { upvotes, downvotes: total - upvotes, total },
    ]),
  );
}
