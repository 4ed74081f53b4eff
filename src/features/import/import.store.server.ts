import type { Kysely, Transaction } from "kysely";
import { type NewActivity, recordActivity } from "../../server/activity.server.ts";
import type { Database } from "../../server/database.server.ts";
import {
  changeCatalogue,
  type MarkChanged,
  readVersion,
} from "../../server/database-changes.server.ts";
import { asLongWork } from "../../server/database-wait.server.ts";
import type { Tables } from "../../server/database-tables.server.ts";
import { yieldOften } from "../../server/yield-often.server.ts";
import {
  indexRows,
  insertReserved,
  type ReservedRow,
} from "../../vehicle/vehicle-insert.server.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { ImportRow } from "./import-file.server.ts";

export interface ImportPlan {
  version: number;
  added: (ImportRow & ReservedRow)[];
  /** rows that exist already, or twice in the file */
  skipped: ImportRow[];
}

interface ImportWriter extends Pick<NewActivity, "user" | "subject"> {
  invalid: number;
  /** new rows that are wanted as they are in the catalogue now */
  most: number;
}

export async function planImport(
  db: Kysely<Tables>,
  rows: readonly ImportRow[],
): Promise<ImportPlan> {
  // Read before the rows: what is written meanwhile makes another version.
  const version = await readVersion(db);
  const { reserveRow } = await indexRows(db, inputsOf(rows));
  const added: ImportPlan["added"] = [];
  const skipped: ImportRow[] = [];
  for await (const row of yieldOften(rows)) {
    const model = reserveRow(row.input);
    if (model) added.push({ ...row, model });
    else skipped.push(row);
  }
  return { version, added, skipped };
}

function* inputsOf(rows: readonly ImportRow[]) {
  for (const { input } of rows) yield input;
}

/**
 * A plan's new rows planned again, some of which somebody else may have added meanwhile. What was
 * skipped stays so, though it may be gone: only the pictures of new rows are in our store.
 */
async function planAgain(db: Kysely<Tables>, plan: ImportPlan): Promise<ImportPlan> {
  const again = await planImport(db, plan.added);
  const skipped = [...plan.skipped, ...again.skipped].sort((a, b) => a.row - b.row);
  return { ...again, skipped };
}

/**
 * Adds the new rows of a plan, all or none: one transaction, whatever ends it.
 * @param signal aborted when nobody waits for the answer any more, so nothing is to be added
 * @throws the signal's reason
 */
export async function addPlanned(
  database: Pick<Database, "kysely" | "changes">,
  plan: ImportPlan,
  { user, subject, invalid, most }: ImportWriter,
  signal: Pick<AbortSignal, "throwIfAborted">,
) {
  const write = async (transaction: Transaction<Tables>, markChanged: MarkChanged) => {
    // The write itself has made the next version; any other one means that the plan is old.
    const isCurrent = (await readVersion(transaction)) === plan.version + 1;
    const { added, skipped } = isCurrent ? plan : await planAgain(transaction, plan);
    const addedCount = added.length;
    const firstId = await insertReserved(transaction, added, markChanged, signal);
    if (addedCount > 0) {
      const after = { added: addedCount, skipped: skipped.length, invalid };
      await recordActivity(transaction, { user, action: "rows-imported", subject, after });
    }
    const rows = added
      .slice(0, most)
      .map(({ input, model: { make, model, header } }, at): EvRow => {
        const isModelHeader = header === input;
        return { id: firstId + at, ...input, make, model, isModelHeader, version: 1 };
      });
    // The catalogue is read again before this call returns, and needs their memory.
    added.length = 0;
    signal.throwIfAborted();
    return { added: rows, addedCount, skipped };
  };
  return asLongWork(() => changeCatalogue(database, write, ({ addedCount }) => addedCount > 0));
}
