import { compareScored, type Scored, type Scorer } from "./scores.ts";
import type { Ev, Trim } from "./vehicle.ts";
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
  matches: readonly Match[],
  { sort, scorer = null, standings }: RowOrder,
): readonly TableRow[] {
  const rows = matches.flatMap(({ ev, passing }) =>
    passing.flatMap((index): TableRow[] => {
      const shown: Trim | undefined = ev.trims[index];
      return shown ? [{ ev, shown, score: scorer?.scoreOf(shown) ?? null }] : [];
    }),
  );
  return scorer ? rows.sort(compareScored) : sortModels(rows, sort, standings);
}

/** Sorts all trims of the catalogue like sortRows(); the result stays the same while filters change. */
export function orderTrims(evs: readonly Ev[], order: RowOrder): readonly TableRow[] {
  const all = evs.flatMap((ev) => {
    const [shown] = ev.trims;
    return shown ? [{ ev, shown, passing: ev.trims.map((_, index) => index) }] : [];
  });
  return sortRows(all, order);
}

/** Keeps the row objects that pass. @param matches results for the same models */
export function keepPassing(
  rows: readonly TableRow[],
  matches: readonly Match[],
): readonly TableRow[] {
  const passing = new Map(matches.map((match) => [match.ev, match.passing]));
  const passingRows = rows.filter(({ ev, shown }) => passing.get(ev)?.includes(shown.index));
  return passingRows.length === rows.length ? rows : passingRows;
}
