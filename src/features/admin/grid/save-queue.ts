import type { EvRow } from "../../../domain/vehicle.ts";
import { ChangedMeanwhileError } from "../rows/rows.queries.ts";
import { fieldsIn, type RowConflict, type SeenEdit, type SendEdits } from "../rows/save-row.ts";

export type SaveOutcome =
  /** `before`: the changed rows as they were */
  | { kind: "saved"; before: readonly EvRow[]; rows: readonly EvRow[] }
  | { kind: "conflict"; conflicts: readonly RowConflict[] }
  | { kind: "failed"; error: unknown };

/**
 * Saves a row's changes one after another, so that a second one does not conflict with the first. Never
 * overwrites another user's change.
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

  /** Whether somebody else has set a field that this edit changes, to another value. */
  const isOverwriting = ({ seen, changes }: SeenEdit) => {
    const current = findLatest(seen);
    return (
      current.version !== ownVersions.get(current.id) &&
      fieldsIn(changes).some(
        (field) => current[field] !== seen[field] && current[field] !== changes[field],
      )
    );
  };

  const sendRebased = async (edits: readonly SeenEdit[], send: SendEdits): Promise<SaveOutcome> => {
    // An outdated version is refused, and the answer names who has changed the row.
    const rebased = edits.map((edit) =>
      isOverwriting(edit) ? edit : { ...edit, seen: findLatest(edit.seen) },
    );
    try {
      const rows = await send(rebased);
      for (const row of rows) ownVersions.set(row.id, row.version);
      addRows(rows);
      return { kind: "saved", before: rebased.map(({ seen }) => seen), rows };
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) return { kind: "failed", error };
      addRows(error.changed.map(({ current }) => current));
      const changed = rebased.flatMap((edit): RowConflict[] => {
        const found = error.changed.find(({ current }) => current.id === edit.seen.id);
        return found ? [{ ...edit, ...found }] : [];
      });
      // A version that is refused although it is the latest we know would be refused again.
      const conflicts = changed.filter(
        (conflict) => isOverwriting(conflict) || findLatest(conflict.seen) === conflict.seen,
      );
      // Other fields of the rows were changed.
      if (conflicts.length === 0) return sendRebased(rebased, send);
      return { kind: "conflict", conflicts };
    }
  };

  return {
    addRows,
    findLatest,
    isBusy: () => running > 0,
    /** Waits for earlier saves of these rows, then saves. */
    async enqueue(edits: readonly SeenEdit[], send: SendEdits): Promise<SaveOutcome> {
      const ids = edits.map(({ seen }) => seen.id);
      const saving = Promise.all(ids.flatMap((id) => lastSaves.get(id) ?? [])).then(() =>
        sendRebased(edits, send),
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
