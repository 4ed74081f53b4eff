import { MAX_REASONS, NAMED_FIRST, NAMED_VALUES } from "./accepted-files.ts";
import type { BadCell, Note, Reason, RepeatedPair } from "./import.schema.ts";

export const A_RANGE = "This is a range. Choose its lower or its upper figure for the column";
/** The same text for all such cells, so that they form one reason. */
export const DOUBTFUL = "This can be read two ways, with a decimal point and with a decimal comma";
export const DOUBTFUL_DATE =
  "This can be read two ways, with the day first and with the month first";
export const NO_SUCH_MAKE = "The name doesn’t begin with a known make";

/** Required fields that a file may have for some of its rows only; they are asked once the names are settled. */
export const MAY_LACK = ["trim", "bodyType"] as const;

/** Otherwise both rows of the EV are equal. */
export const isContradiction = ({ differs }: RepeatedPair) => Object.keys(differs).length > 0;

const ASKED: ReadonlySet<string> = new Set([A_RANGE, DOUBTFUL, DOUBTFUL_DATE, NO_SUCH_MAKE]);

/** Why cells are bad, and whether a question of the check settles them. */
export function findReasons(
  badRows: readonly { issues: readonly BadCell[]; lacking?: readonly string[] }[],
): Reason[] {
  const { add, reasons } = createReasons();
  for (const { issues, lacking = [] } of badRows) {
    for (const issue of issues) {
      const isAsked = ASKED.has(issue.message) || lacking.includes(issue.field ?? "");
      add({ ...issue, ...(isAsked && { isAsked }) });
    }
  }
  return reasons();
}

type Flags = Pick<Note, "isCertain"> & Pick<Reason, "isAsked">;

/** Groups cells by column and message. */
export function createReasons(cells: Iterable<BadCell> = []) {
  const reasons = new Map<string, Reason & Flags>();
  const add = ({ row, value, field: _field, ...about }: BadCell & Flags) => {
    const key = `${about.column}\n${about.message}`;
    if (!reasons.has(key) && reasons.size === MAX_REASONS) return;
    const reason = reasons.get(key) ?? { ...about, count: 0, cells: [], values: [] };
    reasons.set(key, reason);
    reason.count++;
    const { values } = reason;
    const same = values.find((each) => each.value === (value ?? ""));
    if (same) same.count++;
    else if (values.length < NAMED_VALUES) values.push({ value: value ?? "", count: 1 });
    if (reason.cells.length < NAMED_FIRST) {
      reason.cells.push(value === undefined ? { row } : { row, value });
    }
  };
  for (const cell of cells) add(cell);
  return {
    add,
    reasons: () => [...reasons.values()],
    /** What may be wrong comes first. */
    notes: () =>
      Array.from(reasons.values(), ({ values: _values, ...note }): Note => note).sort(
        (a, b) => Number(a.isCertain ?? false) - Number(b.isCertain ?? false),
      ),
  };
}
