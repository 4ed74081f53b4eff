import type { Ev } from "../../domain/vehicle.ts";
import { resolveComparison } from "./compare.ts";
import { parseComparison } from "./compare-address.ts";

/** Replaces every unknown vehicle of an address, so that all such addresses share one document. */
const UNKNOWN_ID = 0;

/** @returns the ids and models that an address compares, including the first one too many */
export function readComparison(evs: readonly Ev[], search: string) {
  const { chosen, omitted, next } = resolveComparison(parseComparison(search) ?? [], evs);
  const named = next ? [...chosen, next] : chosen;
  const ids = named.map(({ trim }) => trim.rowId);
  const models: readonly Ev[] = [...new Set(named.map(({ ev }) => ev))];
  return { ids: omitted.unknown ? [UNKNOWN_ID, ...ids] : ids, evs: models };
}
