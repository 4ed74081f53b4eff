import type { Kysely } from "kysely";
import { type NewActivity, recordActivity } from "../../server/activity.server.ts";
import type { Database } from "../../server/database.server.ts";
import { changeCatalogue, readVersion } from "../../server/database-changes.server.ts";
import { asLongWork } from "../../server/database-wait.server.ts";
import type { Tables } from "../../server/database-tables.server.ts";
import {
  insertNew,
  type InsertedRows,
  type KnownRows,
  modelKey,
  readKnownRows,
  rowKey,
} from "../../vehicle/vehicle-insert.server.ts";
import type { ImportRow } from "./import-rows.server.ts";
import type { TakeTurns } from "../../server/turns.server.ts";

/** Which rows of a file are new, as of one version of the catalogue. */
interface ImportPlan {
  version: number;
  known: KnownRows;
  added: ImportRow[];
  /** those that exist already, or stand before in the same file */
  skipped: ImportRow[];
}

/** What has become of a plan's rows. */
export interface ImportResult extends InsertedRows {
  added: ImportRow[];
  skipped: ImportRow[];
  /** those of `added` that are their model's header row now (readings 2) */
  headers: ReadonlySet<ImportRow>;
}

/** Whose import it is, and what is kept of it in the activity. */
interface ImportWriter {
  user: NewActivity["user"];
  /** the file's name */
  subject: string;
  /** how many rows of the file were left out as bad */
  invalid: number;
}

export interface ImportStore {
  /** Tells new rows from those that exist. Writes nothing. */
  plan(rows: readonly ImportRow[], takeTurns: TakeTurns): Promise<ImportPlan>;
  /**
   * Adds the new rows of a plan, all or none: one transaction, whatever ends it.
   * @param signal no one waits for the answer any more, so nothing is to be added
   * @throws the signal's reason
   */
  add(
    plan: ImportPlan,
    writer: ImportWriter,
    takeTurns: TakeTurns,
    signal: AbortSignal,
  ): Promise<ImportResult>;
}

async function planWith(
  db: Kysely<Tables>,
  rows: readonly ImportRow[],
  takeTurns: TakeTurns,
): Promise<ImportPlan> {
  // Read before the rows: what is written meanwhile makes another version.
  const version = await readVersion(db);
  const known = await readKnownRows(
    db,
    rows.map(({ input }) => input),
    takeTurns,
  );
  const inFile = new Set<string>();
  const added: ImportRow[] = [];
  const skipped: ImportRow[] = [];
  for (const row of rows) {
    const key = rowKey(row.input);
    const isNew = !known.taken.has(key) && !inFile.has(key);
    inFile.add(key);
    (isNew ? added : skipped).push(row);
    await takeTurns();
  }
  return { version, known, added, skipped };
}

/**
 * A plan's new rows judged again, some of which somebody else may have added meanwhile. What has been
 * skipped stays so, though it may be gone: the pictures of the new rows alone are in our store.
 */
async function planAgain(
  db: Kysely<Tables>,
  plan: ImportPlan,
  takeTurns: TakeTurns,
): Promise<ImportPlan> {
  const again = await planWith(db, plan.added, takeTurns);
  const skipped = [...plan.skipped, ...again.skipped].sort((a, b) => a.row - b.row);
  return { ...again, skipped };
}

/** The first of each model's rows in trim order, where that is a new one: newest year, then id. */
function headersAmong(added: readonly ImportRow[], known: KnownRows): Set<ImportRow> {
  const newest = new Map<string, ImportRow>();
  for (const row of added) {
    const key = modelKey(row.input);
    const { year } = row.input;
    const others = newest.get(key)?.input.year ?? known.models.get(key)?.newestYear ?? -Infinity;
    if (year > others) newest.set(key, row);
  }
  return new Set(newest.values());
}

export function createImportStore(database: Pick<Database, "kysely" | "changes">): ImportStore {
  return {
    plan: (rows, takeTurns) => asLongWork(() => planWith(database.kysely, rows, takeTurns)),

    add: (plan, { user, subject, invalid }, takeTurns, signal) =>
      asLongWork(() =>
        changeCatalogue(
          database,
          async (transaction, touch) => {
            const turns: TakeTurns = () => {
              signal.throwIfAborted();
              return takeTurns();
            };
            // The write itself has made the next version; any other one means that the plan is old.
            const isStill = (await readVersion(transaction)) === plan.version + 1;
            const { known, added, skipped } = isStill
              ? plan
              : await planAgain(transaction, plan, turns);
            const inputs = added.map(({ input }) => input);
            const inserted = await insertNew(transaction, inputs, known, touch, turns);
            if (added.length > 0) {
              const after = { added: added.length, skipped: skipped.length, invalid };
              await recordActivity(transaction, { user, action: "rows-imported", subject, after });
            }
            signal.throwIfAborted();
            return { ...inserted, added, skipped, headers: headersAmong(added, known) };
          },
          ({ added }) => added.length > 0,
        ),
      ),
  };
}
