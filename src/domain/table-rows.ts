import { compareScored, type Scored, type Scorer } from "./scores.ts";
import type { Ev } from "./vehicle.ts";
import type { Match } from "./filters/find-models.ts";
import { type Sort, sortModels, type Standings } from "./filters/sort.ts";

/** A trim in the table of all trims; without weights it has no score. */
export type TableRow = Scored;

interface RowOrder {
  sort: Sort;
  /** takes precedence over the sort */
  scorer?: Scorer | null;
  standings?: Standings | undefined;
}

/** Sorts every passing trim on its own, by the chosen sort or by score (table.md#order). */
export function sortRows(
  matches: readonly Pick<Match, "ev" | "trims">[],
  { sort, scorer = null, standings }: RowOrder,
): readonly TableRow[] {
  const rows = matches.flatMap(({ ev, trims }) =>
    trims.map((shown): TableRow => ({ ev, shown, score: scorer?.scoreOf(shown) ?? null })),
  );
  return scorer ? rows.sort(compareScored) : sortModels(rows, sort, standings);
}

/** Sorts all trims of the catalogue like sortRows(); the result stays the same while filters change. */
export function orderTrims(evs: readonly Ev[], order: RowOrder): readonly TableRow[] {
  return sortRows(
    evs.map((ev) => ({ ev, trims: ev.trims })),
    order,
  );
}

/** Keeps the row objects that pass. @param matches results for the same models */
export function keepPassing(rows: readonly TableRow[], matches: readonly Match[]) {
  const passing = new Set(matches.flatMap(({ trims }) => trims));
  const passingRows = rows.filter(({ shown }) => passing.has(shown));
  return passingRows.length === rows.length ? rows : passingRows;
}
