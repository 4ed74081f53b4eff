import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "../../server/database-tables.server.ts";
import type { VehicleStore } from "../../vehicle/vehicle.store.server.ts";

/** Votes that are looked at in one go: a few milliseconds when all of them go. */
const VOTES_AT_ONCE = 2_000;
const MODELS_AT_ONCE = 100;
/** After a change of the catalogue, so that whoever reads it then comes first. */
const LATER_MS = 300;

type Ending = Pick<AbortSignal, "throwIfAborted">;

/**
 * Removes the votes of deleted models, some at a time. There is no index by model (013): all votes are
 * looked at. No vote for such a model comes meanwhile, and nobody is shown those that are still there.
 * @param signal ends it between two parts; whoever begins again does the rest
 * @returns how many were removed
 * @throws the signal's reason
 */
export async function removeVotesOfDeleted(
  kysely: Kysely<Tables>,
  signal?: Ending,
): Promise<number> {
  let removed = 0;
  for (;;) {
    signal?.throwIfAborted();
    const deleted = await kysely
      .selectFrom("deleted_models")
      .select("id")
      .orderBy("id")
      .limit(MODELS_AT_ONCE)
      .execute();
    if (deleted.length === 0) return removed;
    const ids = deleted.map(({ id }) => id);
    removed += await removeVotesOf(kysely, ids, signal);
    // Last, so that whoever is killed before begins again.
    await kysely.deleteFrom("deleted_models").where("id", "in", ids).execute();
  }
}

async function removeVotesOf(
  kysely: Kysely<Tables>,
  ids: readonly number[],
  signal: Ending | undefined,
): Promise<number> {
  let removed = 0;
  let after = "";
  for (;;) {
    const last = await kysely
      .selectFrom("votes")
      .select("visitor")
      .where("visitor", ">", after)
      .orderBy("visitor")
      .offset(VOTES_AT_ONCE - 1)
      .limit(1)
      .executeTakeFirst();
    const among = kysely
      .deleteFrom("votes")
      .where("visitor", ">", after)
      .where("model_id", "in", ids);
    const { numDeletedRows } = await (
      last ? among.where("visitor", "<=", last.visitor) : among
    ).executeTakeFirst();
    removed += Number(numDeletedRows);
    if (!last) return removed;
    after = last.visitor;
    await setImmediate();
    signal?.throwIfAborted();
  }
}

/**
 * Removes the votes of deleted models after the start, where a process was killed before it had done
 * so, and after changes of the catalogue.
 * @param report told when it fails; the next change or start has it tried again
 * @returns ends it, and waits for the part that runs
 */
export function watchDeletedModels(
  kysely: Kysely<Tables>,
  store: Pick<VehicleStore, "onChange">,
  report: (error: unknown) => void,
): () => Promise<void> {
  const over = new AbortController();
  const failed = (error: unknown) => void (over.signal.aborted || report(error));
  let removing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isWanted = false;
  async function remove(): Promise<void> {
    // A model that is deleted meanwhile may be noted too late for the run that is about to end.
    while (isWanted) {
      isWanted = false;
      await removeVotesOfDeleted(kysely, over.signal).catch(failed);
    }
    timer = undefined;
  }
  function removeLater(): void {
    isWanted = true;
    timer ??= setTimeout(() => void (removing = remove()), LATER_MS).unref();
  }
  const stop = store.onChange(removeLater);
  removeLater();
  return async () => {
    stop();
    clearTimeout(timer);
    over.abort();
    await removing;
  };
}
