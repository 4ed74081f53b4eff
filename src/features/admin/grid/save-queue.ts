import type { EvInput } from "../../../domain/ev-input.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { type ChangedRow, ChangedMeanwhileError } from "../rows/rows.queries.ts";
import type { GridField } from "./grid-columns.ts";

export interface RowChange {
  /** the row as the user saw it */
  seen: EvRow;
  changes: Partial<EvInput>;
  /** number of rows of its model, if all of them get a new make */
  modelRows?: number;
}

/** The number of rows that these changes concern. */
export function countRows(changes: readonly Pick<RowChange, "modelRows">[]): number {
  return changes.reduce((sum, { modelRows = 1 }) => sum + modelRows, 0);
}

/** The row has other values by now than those that the user saw and changed. */
export interface RowConflict extends RowChange, ChangedRow {}

/** Changes of many rows are saved together or not at all. */
export type SaveOutcome =
  /** `before`: the changed rows as they were */
  | { kind: "saved"; before: readonly EvRow[]; rows: readonly EvRow[] }
  | { kind: "conflict"; conflicts: readonly RowConflict[] }
  | { kind: "failed"; error: unknown };

/** @param changes with the latest version of each row */
export type Send = (changes: readonly RowChange[]) => Promise<readonly EvRow[]>;

/**
 * Saves the changes of a row one after another, so that a second change by the same user does not conflict
 * with the first. Never overwrites what another user changed in the meantime. Apart from the list, only this
 * queue holds copies of rows.
 */
export function createSaveQueue() {
  const latestRows = new Map<number, EvRow>();
  const ownVersions = new Map<number, number>();
  const lastSaves = new Map<number, Promise<unknown>>();
  let running = 0;

  const addRows = (rows: Iterable<EvRow>) => {
    for (const row of rows) {
      if (row.version >= (latestRows.get(row.id)?.version ?? 0)) latestRows.set(row.id, row);
    }
  };

  const findLatest = (row: EvRow) => {
    const other = latestRows.get(row.id);
    return other && other.version > row.version ? other : row;
  };

  const isOverwriting = ({ seen, changes }: RowChange) => {
    const current = findLatest(seen);
    return (
      current.version !== ownVersions.get(current.id) &&
      (Object.keys(changes) as GridField[]).some(
        (field) => current[field] !== seen[field] && current[field] !== changes[field],
      )
    );
  };

  const saveNow = async (changes: readonly RowChange[], send: Send): Promise<SaveOutcome> => {
    // An outdated version is refused, and the answer names who has changed the row.
    const onto = changes.map((change) =>
      isOverwriting(change) ? change : { ...change, seen: findLatest(change.seen) },
    );
    try {
      const rows = await send(onto);
      for (const row of rows) ownVersions.set(row.id, row.version);
      addRows(rows);
      return { kind: "saved", before: onto.map(({ seen }) => seen), rows };
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) return { kind: "failed", error };
      addRows(error.changed.map(({ current }) => current));
      const changed = onto.flatMap((change): RowConflict[] => {
        const found = error.changed.find(({ current }) => current.id === change.seen.id);
        return found ? [{ ...change, ...found }] : [];
      });
      const conflicts = changed.filter(
        (conflict) => isOverwriting(conflict) || findLatest(conflict.seen) === conflict.seen,
      );
      // Other fields of the rows were changed.
      if (conflicts.length === 0) return saveNow(onto, send);
      return { kind: "conflict", conflicts };
    }
  };

  return {
    addRows,
    findLatest,
    /** a row that was saved here, or that was read while saving another one */
    findRow: (id: number) => latestRows.get(id),
    isBusy: () => running > 0,
    /** Waits for earlier saves of these rows, then saves. */
    async save(changes: readonly RowChange[], send: Send): Promise<SaveOutcome> {
      const ids = changes.map(({ seen }) => seen.id);
      const saving = Promise.all(ids.flatMap((id) => lastSaves.get(id) ?? [])).then(() =>
        saveNow(changes, send),
      );
      for (const id of ids) lastSaves.set(id, saving);
      running++;
      try {
        return await saving;
      } finally {
        running--;
        for (const id of ids) if (lastSaves.get(id) === saving) lastSaves.delete(id);
      }
    },
  };
}
