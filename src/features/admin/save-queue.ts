import type { EvInput } from "../../vehicle/ev-input.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { GridField } from "./grid-columns.ts";
import type { RowConflict } from "./grid-state.ts";
import { ChangedMeanwhileError, type RowEdit, RowsChangedMeanwhileError } from "./rows.client.ts";

export interface RowChange {
  /** the row as the person saw it */
  seen: EvRow;
  changes: Partial<EvInput>;
}

export type SaveOutcome =
  | { kind: "saved"; row: EvRow }
  | { kind: "conflict"; conflict: RowConflict }
  | { kind: "failed"; error: unknown };

/** A block of changes is saved as a whole or not at all. */
export type BlockOutcome =
  | { kind: "saved"; rows: readonly EvRow[] }
  | { kind: "conflict"; conflicts: readonly RowConflict[] }
  | { kind: "failed"; error: unknown };

type Send = (row: EvRow, change: RowChange) => Promise<EvRow>;
type SendBlock = (edits: readonly RowEdit[]) => Promise<readonly EvRow[]>;

/**
 * Saves the changes of a row one after the other, so that a person's second change is no conflict
 * with the first. Never overwrites what somebody else has changed meanwhile.
 */
export function createSaveQueue() {
  const latestRows = new Map<number, EvRow>();
  const ownVersions = new Map<number, number>();
  const tails = new Map<number, Promise<unknown>>();
  let running = 0;

  const learn = (rows: Iterable<EvRow>) => {
    for (const row of rows) {
      if (row.version >= (latestRows.get(row.id)?.version ?? 0)) latestRows.set(row.id, row);
    }
  };

  const latest = (row: EvRow) => {
    const other = latestRows.get(row.id);
    return other && other.version > row.version ? other : row;
  };

  const isOverwriting = (current: EvRow, { seen, changes }: RowChange) =>
    current.version !== ownVersions.get(current.id) &&
    (Object.keys(changes) as GridField[]).some((field) => current[field] !== seen[field]);

  const run = async (change: RowChange, send: Send): Promise<SaveOutcome> => {
    const { seen, changes } = change;
    const current = latest(seen);
    if (isOverwriting(current, change)) {
      return { kind: "conflict", conflict: { base: seen, changes, current } };
    }
    try {
      const row = await send(current, change);
      ownVersions.set(row.id, row.version);
      learn([row]);
      return { kind: "saved", row };
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) {
        return { kind: "failed", error };
      }
      return { kind: "conflict", conflict: { base: current, changes, current: error.current } };
    }
  };

  const runBlock = async (
    changes: readonly RowChange[],
    send: SendBlock,
  ): Promise<BlockOutcome> => {
    const conflictsWith = (rows: readonly EvRow[]) =>
      changes.flatMap(({ seen, changes: wanted }): RowConflict[] => {
        const current = rows.find(({ id }) => id === seen.id);
        return current ? [{ base: seen, changes: wanted, current }] : [];
      });
    const onto = changes.map((change) => ({ change, current: latest(change.seen) }));
    const overwritten = onto.filter(({ change, current }) => isOverwriting(current, change));
    if (overwritten.length > 0) {
      const conflicts = conflictsWith(overwritten.map(({ current }) => current));
      return { kind: "conflict", conflicts };
    }
    try {
      const rows = await send(
        onto.map(({ change, current: { id, version } }) => ({ id, version, set: change.changes })),
      );
      for (const row of rows) ownVersions.set(row.id, row.version);
      learn(rows);
      return { kind: "saved", rows };
    } catch (error) {
      if (!(error instanceof RowsChangedMeanwhileError)) return { kind: "failed", error };
      learn(error.conflicts);
      return { kind: "conflict", conflicts: conflictsWith(error.conflicts) };
    }
  };

  /** Runs work on rows once what was begun on them before has ended. */
  const inTurn = async <T>(ids: readonly number[], work: () => Promise<T>): Promise<T> => {
    const working = Promise.all(ids.flatMap((id) => tails.get(id) ?? [])).then(work);
    for (const id of ids) tails.set(id, working);
    running++;
    try {
      return await working;
    } finally {
      running--;
      for (const id of ids) if (tails.get(id) === working) tails.delete(id);
    }
  };

  return {
    learn,
    latest,
    /** a row that was seen here, on any page */
    known: (id: number) => latestRows.get(id),
    isBusy: () => running > 0,
    save: (change: RowChange, send: Send) => inTurn([change.seen.id], () => run(change, send)),
    saveBlock: (changes: readonly RowChange[], send: SendBlock) =>
      inTurn(
        changes.map(({ seen }) => seen.id),
        () => runBlock(changes, send),
      ),
  };
}
