import type { Kysely, Transaction } from "kysely";
import { type NewActivity, recordActivity } from "../../server/activity.server.ts";
import type { Database } from "../../server/database.server.ts";
import { changeCatalogue, readVersion, type Touch } from "../../server/database-changes.server.ts";
import { asLongWork, withTimeout } from "../../server/database-wait.server.ts";
import type { Tables } from "../../server/database-tables.server.ts";
import {
  claimRow,
  noteModel,
  noteRow,
  readStored,
  type RowsModel,
  type RowsModels,
} from "../../vehicle/rows-models.server.ts";
import { insertNew, type InsertedRows } from "../../vehicle/vehicle-insert.server.ts";
import { identityKey } from "../../vehicle/vehicle-rows.server.ts";
import type { VehicleStore } from "../../vehicle/vehicle.store.server.ts";
import type { Ev, EvRow } from "../../vehicle/vehicle.ts";
import type { ImportFile, ImportRow } from "./import-file.server.ts";
import { CATALOGUE_WAIT_MS } from "./limits.ts";
import { eachInTurns, type TakeTurns } from "../../server/turns.server.ts";

/** Which rows of a file are new, as of one version of the catalogue. */
interface ImportPlan {
  version: number;
  models: RowsModels;
  added: ImportRow[];
  /** those that exist already, or stand before in the same file */
  skipped: ImportRow[];
}

/** What has become of a plan's rows. */
export interface ImportResult {
  /** the first of the new rows as they are in the catalogue now, as many as are wanted */
  added: EvRow[];
  /** how many new ones there are in all */
  addedCount: number;
  skipped: ImportRow[];
}

/** Whose import it is, and what is kept of it in the activity. */
interface ImportWriter {
  user: NewActivity["user"];
  /** the file's name */
  subject: string;
  /** how many rows of the file were left out as bad */
  invalid: number;
  /** how many of the new rows they want named */
  most: number;
}

/** The good rows of a file. */
type ImportedRows = Pick<ImportFile, "rows" | "models">;

export interface ImportStore {
  /**
   * Tells new rows from those that exist. Writes nothing.
   * @param isDryRun nothing of the plan will be written, so nothing else would find it out of date
   */
  plan(file: ImportedRows, takeTurns: TakeTurns, isDryRun?: boolean): Promise<ImportPlan>;
  /**
   * Adds the new rows of a plan, all or none: one transaction, whatever ends it. The plan is used up.
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

/** Takes note of what there is of the models of some rows. @returns as of which version */
type Look = (models: RowsModels) => Promise<number>;

/** Looks into the catalogue in memory: comparing 100,000 rows with as many costs no query. */
function lookInto(read: () => Promise<ComparedWith>, takeTurns: TakeTurns): Look {
  return async (models) => {
    const { version, evs } = await read();
    await eachInTurns(
      evs,
      (ev) => {
        const model = models.find(ev);
        if (!model) return;
        noteModel(model, ev);
        for (const { trim, year } of ev.trims) noteRow(model, identityKey(trim), year);
      },
      takeTurns,
    );
    return version;
  };
}

function lookUp(db: Kysely<Tables>, takeTurns: TakeTurns): Look {
  return async (models) => {
    // Read before the rows: what is written meanwhile makes another version.
    const version = await readVersion(db);
    await readStored(db, models, takeTurns);
    return version;
  };
}

async function planWith(
  look: Look,
  { rows, models }: ImportedRows,
  takeTurns: TakeTurns,
): Promise<ImportPlan> {
  const version = await look(models);
  const added: ImportRow[] = [];
  const skipped: ImportRow[] = [];
  const judge = (row: ImportRow) => void (claimRow(row.of, row.input) ? added : skipped).push(row);
  await eachInTurns(rows, judge, takeTurns);
  return { version, models, added, skipped };
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
  const { models, added: rows } = plan;
  await models.forget(takeTurns);
  const again = await planWith(lookUp(db, takeTurns), { rows, models }, takeTurns);
  const skipped = [...plan.skipped, ...again.skipped].sort((a, b) => a.row - b.row);
  return { ...again, skipped };
}

/** Those of the named rows that are the first of their model in trim order: newest year, then id. */
async function headersAmong(
  added: readonly ImportRow[],
  named: readonly ImportRow[],
  takeTurns: TakeTurns,
): Promise<Set<ImportRow>> {
  const newest = new Map<RowsModel, ImportRow | undefined>();
  await eachInTurns(named, ({ of }) => newest.set(of, undefined), takeTurns);
  const keepNewest = (row: ImportRow) => {
    const { of, input } = row;
    if (!newest.has(of)) return;
    if (input.year > (newest.get(of)?.input.year ?? of.newestYear)) newest.set(of, row);
  };
  if (named.length > 0) await eachInTurns(added, keepNewest, takeTurns);
  const headers = new Set<ImportRow>();
  const keep = (row: ImportRow) => void (newest.get(row.of) === row && headers.add(row));
  await eachInTurns(named, keep, takeTurns);
  return headers;
}

/** The new rows as they are in the catalogue now. */
async function addedRows(
  named: readonly ImportRow[],
  headers: ReadonlySet<ImportRow>,
  { firstId }: InsertedRows,
  takeTurns: TakeTurns,
): Promise<EvRow[]> {
  const rows: EvRow[] = [];
  await eachInTurns(
    named,
    (row, index) => {
      const { input, of } = row;
      const { make, model } = of;
      const isModelHeader = headers.has(row);
      rows.push({ id: firstId + index, ...input, make, model, isModelHeader, version: 1 });
    },
    takeTurns,
  );
  return rows;
}

/** The catalogue that a file is compared with. */
export interface ImportCatalogue {
  current(this: void): Promise<ComparedWith>;
  /** an older one, at once */
  last(this: void): ComparedWith | undefined;
}
interface ComparedWith {
  version: number;
  evs: readonly Ev[];
}

async function lastUnlessSoon({ current, last }: ImportCatalogue): Promise<ComparedWith> {
  const coming = current();
  return last() ? withTimeout(coming, CATALOGUE_WAIT_MS).catch(() => last() ?? coming) : coming;
}

/** @param expect told what has been written, so that it need not be read; null once that is done */
export function createImportStore(
  database: Pick<Database, "kysely" | "changes">,
  catalogue: ImportCatalogue,
  expect: VehicleStore["expect"],
): ImportStore {
  return {
    async plan(file, takeTurns, isDryRun = false) {
      const read = isDryRun ? catalogue.current : () => lastUnlessSoon(catalogue);
      return planWith(lookInto(read, takeTurns), file, takeTurns);
    },

    async add(plan, { user, subject, invalid, most }, takeTurns, signal) {
      const turns: TakeTurns = () => {
        signal.throwIfAborted();
        return takeTurns();
      };
      async function write(transaction: Transaction<Tables>, touch: Touch): Promise<Written> {
        // The write itself has made the next version; any other one means that the plan is old.
        const isStill = (await readVersion(transaction)) === plan.version + 1;
        const now = isStill ? plan : await planAgain(transaction, plan, turns);
        const { added, skipped, models } = now;
        const addedCount = added.length;
        const named = added.slice(0, most);
        const headers = await headersAmong(added, named, turns);
        const inserted = await insertNew(transaction, added, models, touch, turns);
        if (addedCount > 0) {
          const after = { added: addedCount, skipped: skipped.length, invalid };
          await recordActivity(transaction, { user, action: "rows-imported", subject, after });
        }
        const rows = await addedRows(named, headers, inserted, turns);
        signal.throwIfAborted();
        const { changed, made } = inserted;
        return { added: rows, addedCount, skipped, changed, made };
      }
      const isChange = ({ addedCount }: Written) => addedCount > 0;
      const written = ({ changed, made }: Written, version: number) =>
        expect({ version, changed, made });
      try {
        return await asLongWork(() => changeCatalogue(database, write, isChange, written));
      } finally {
        expect(null);
      }
    },
  };
}

/** What the transaction has done. */
type Written = ImportResult & Pick<InsertedRows, "changed" | "made">;
