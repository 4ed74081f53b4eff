/** Two administrators changed one row: what differs, and what shall hold (readings 3). */
import { changedFields, type EvField, type EvFormValues } from "./ev-form.ts";

export type Side = "mine" | "theirs";

/** A field that the other administrator has changed, each value as the form shows it. */
export interface FieldConflict {
  field: EvField;
  base: string;
  mine: string;
  theirs: string;
  /** what holds unless the administrator says otherwise: theirs where nothing was typed here */
  proposed: Side;
}

/**
 * What the other changed and this form does not already say.
 * @param base the row as it was read
 * @param mine what the form says
 * @param theirs the row as it is now
 */
export function conflictsOf(
  base: EvFormValues,
  mine: EvFormValues,
  theirs: EvFormValues,
): FieldConflict[] {
  return changedFields(base, theirs)
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => ({
      field,
      base: base[field],
      mine: mine[field],
      theirs: theirs[field],
      proposed: mine[field] === base[field] ? "theirs" : "mine",
    }));
}

/** What the form says once the administrator has chosen. */
export function settle(
  mine: EvFormValues,
  conflicts: readonly FieldConflict[],
  chosen: Readonly<Partial<Record<EvField, Side>>>,
): EvFormValues {
  const settled: Record<EvField, string> = { ...mine };
  for (const { field, theirs, proposed } of conflicts) {
    if ((chosen[field] ?? proposed) === "theirs") settled[field] = theirs;
  }
  return settled;
}
