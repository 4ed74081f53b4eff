import type { BadCell, Reason } from "./import.schema.ts";
import { MAX_REASONS, NAMED_CELLS, NAMED_VALUES } from "./limits.ts";

export function reasonsOf(issues: Iterable<BadCell>): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { column, message, row, value } of issues) {
    const key = `${column}\n${message}`;
    let reason = reasons.get(key);
    if (!reason && reasons.size === MAX_REASONS) continue;
    if (!reason) reasons.set(key, (reason = { column, message, count: 0, cells: [], values: [] }));
    reason.count++;
    const { values } = reason;
    const same = values.find((each) => each.value === (value ?? ""));
    if (same) same.count++;
    else if (values.length < NAMED_VALUES) values.push({ value: value ?? "", count: 1 });
    if (reason.cells.length < NAMED_CELLS) {
      reason.cells.push(value === undefined ? { row } : { row, value });
    }
  }
  return [...reasons.values()];
}
