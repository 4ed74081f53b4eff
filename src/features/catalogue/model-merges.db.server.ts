import { sql } from "kysely";

import { type Writer, recordActivity } from "../activity/activity.db.server.ts";
import { changeCatalogue, markChanged } from "../../db/database-changes.server.ts";
import type { Db, Tables, Transaction } from "../../db/database-tables.server.ts";
import type { Database } from "../../db/database.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { MAX_ID } from "../../server/path-parameters.server.ts";
import { yieldOften } from "../../server/yield-often.server.ts";
import { identityKey } from "../../domain/names.ts";
import { changeAllRows, lockModels, renameModel } from "./write-rows.db.server.ts";
import { VEHICLE_NOT_FOUND } from "./row-columns.db.server.ts";

const MOST_NAMED_TRIMS = 10;
const INTO_ITSELF = "Choose two different models or makes to merge";

type Model = Pick<Tables["models"], "id" | "make" | "model" | "make_key" | "model_key">;

/** Merges models: rows, reviews and votes move along, and old ids stay valid (calls.md#merge-call). */
export function createModelMerges(database: Database) {
  return {
    /**
     * @param from current or former id of a model @returns the model's id and the number of rows moved
     * @throws UserError 404; 400 for the same model; 409 when both have the same trim of the same year
     */
    mergeModels: (from: number, into: number, user: Writer) =>
      changeCatalogue(database, async (tx) => {
        const source = await findModel(tx, from);
        const target = await findModel(tx, into);
        if (source.id === target.id) throw new UserError(400, INTO_ITSELF, { fields: ["into"] });
        const pair = { source, target };
        await requireNoEqualTrims(tx, [pair]);
        await lockModels(tx, [source.id, target.id]);
        const moved = await merge(tx, pair);
        const subject = `${source.make} ${source.model} into ${target.make} ${target.model}`;
        const action = "models-merged";
        const after = { rows: moved };
        await recordActivity(tx, { user, action, subject, modelId: target.id, after });
        return { modelId: target.id, moved };
      }),

    /**
     * Renames the make of all its models; models that both makes have are merged. @returns the number of rows renamed
     * @throws UserError 404; 400 when both names are equal; 409 when both have the same trim of the same year
     */
    mergeMakes: (fromMake: string, intoMake: string, user: Writer) =>
      changeCatalogue(
        database,
        async (tx) => {
          const { make, pairs, renamed } = await planMakes(tx, fromMake, intoMake);
          await requireNoEqualTrims(tx, pairs);
          const paired = pairs.flatMap(({ source, target }) => [source, target]);
          const ids = [...paired, ...renamed].map(({ id }) => id);
          await lockModels(tx, ids);
          let moved = 0;
          for await (const { id } of yieldOften(renamed)) {
            markChanged(tx, id);
            moved += await renameModel(tx, id, { make, make_key: identityKey(make) });
          }
          for await (const pair of yieldOften(pairs)) {
            moved += await merge(tx, pair);
          }
          if (moved > 0) {
            const subject = `${fromMake} into ${make}`;
            const after = { rows: moved };
            await recordActivity(tx, { user, action: "makes-merged", subject, after });
          }
          return { moved };
        },
        ({ moved }) => moved > 0,
      ),
  };
}

/** @param id current or former id of a model */
export function modelOfAlias(db: Db, id: number) {
  return db.selectFrom("model_aliases").select("model_id").where("id", "=", id);
}

async function findModel(db: Db, id: number): Promise<Model> {
  const model =
    Math.abs(id) <= MAX_ID
      ? await db
          .selectFrom("models")
          .selectAll()
          .where((eb) => eb.or([eb("id", "=", id), eb("id", "=", modelOfAlias(db, id))]))
          .executeTakeFirst()
      : undefined;
  if (!model) throw new UserError(404, VEHICLE_NOT_FOUND);
  return model;
}

interface Pair {
  source: Model;
  target: Model;
}

async function planMakes(db: Db, fromMake: string, intoMake: string) {
  const [from, into] = [identityKey(fromMake), identityKey(intoMake)];
  const models = await db
    .selectFrom("models")
    .selectAll()
    // A make from an earlier release that now looks like another keeps its own key, so find it by name.
    .where((eb) => eb.or([eb("make_key", "in", [from, into]), eb("make", "=", fromMake)]))
    .orderBy("id")
    .execute();
  const isOneMake = from === into;
  const targets = models.filter(({ make_key: key }) => key === into);
  const sources = models.filter(({ make_key: key }) => isOneMake || key !== into);
  for (const [field, found, name] of [
    ["fromMake", sources, fromMake],
    ["intoMake", targets, intoMake],
  ] as const) {
    if (found.length > 0) continue;
    throw new UserError(404, `There is no make called ${name}`, { fields: [field] });
  }
  // When a make has two spellings, the new one counts.
  const moving = isOneMake ? sources.filter(({ make }) => make !== intoMake) : sources;
  const spelled = targets.find(({ make }) => make === intoMake) ?? targets[0];
  const byModel = new Map(targets.map((model) => [model.model_key, model]));
  const pairs = moving.flatMap((source): Pair[] => {
    const target = byModel.get(identityKey(source.model));
    return target && target !== source ? [{ source, target }] : [];
  });
  const merged = new Set(pairs.map(({ source }) => source));
  const renamed = moving.filter((model) => !merged.has(model));
  return { make: isOneMake ? intoMake : (spelled?.make ?? intoMake), pairs, renamed };
}

/** @throws UserError 409 with the trims' names */
async function requireNoEqualTrims(db: Db, pairs: readonly Pair[]): Promise<void> {
  const names: string[] = [];
  for await (const { source, target } of yieldOften(pairs)) {
    const equal = await db
      .selectFrom("ev_rows as a")
      .innerJoin("ev_rows as b", (join) =>
        join.onRef("b.trim_key", "=", "a.trim_key").onRef("b.year", "=", "a.year"),
      )
      .select(["a.year", "a.trim"])
      .where("a.model_id", "=", target.id)
      .where("b.model_id", "=", source.id)
      .orderBy("a.id")
      .execute();
    for (const { year, trim } of equal) {
      names.push(`${year} ${target.make} ${target.model} ${trim}`);
    }
  }
  if (names.length === 0) return;
  const more = names.length - MOST_NAMED_TRIMS;
  const firstNames = names.slice(0, MOST_NAMED_TRIMS).join(", ");
  const message = `Both have ${firstNames}${more > 0 ? ` and ${more} more` : ""}. Rename or delete one of each first.`;
  throw new UserError(409, message);
}

/** @returns the number of rows moved */
async function merge(tx: Transaction, { source, target }: Pair): Promise<number> {
  const [from, into] = [source.id, target.id];
  markChanged(tx, from);
  markChanged(tx, into);
  const moved = await changeAllRows(tx, from, { model_id: into });
  for (const table of ["reviews", "model_aliases"] as const) {
    await tx.updateTable(table).set({ model_id: into }).where("model_id", "=", from).execute();
  }
  await moveVotes(tx, from, into);
  await tx.insertInto("model_aliases").values({ id: from, model_id: into }).execute();
  await tx.deleteFrom("models").where("id", "=", from).execute();
  return moved;
}

/** If a visitor voted for both, the vote for `into` counts. */
async function moveVotes(tx: Transaction, from: number, into: number) {
  const both = tx.selectFrom("votes").select("visitor").where("model_id", "=", into);
  await tx.deleteFrom("votes").where("model_id", "=", from).where("visitor", "in", both).execute();
  await tx.updateTable("votes").set({ model_id: into }).where("model_id", "=", from).execute();
  // The counts of `from` are deleted with their model; its version is kept, so that the sum increases.
  await sql`insert into vote_stats (model_id, upvotes, downvotes, version)
    select model_id, sum(is_upvote), count(*) - sum(is_upvote),
      (select coalesce(sum(version), 0) + 1 from vote_stats where model_id in (${from}, ${into}))
    from votes where model_id = ${into} group by model_id
    on conflict (model_id) do update set upvotes = excluded.upvotes,
      downvotes = excluded.downvotes, version = excluded.version`.execute(tx);
}
