import type { Ev } from "../../domain/vehicle.ts";
import type { Snapshot } from "../catalogue/catalogue-snapshot.server.ts";
import { type FindChosen, resolveIds } from "./compare.ts";
import { parseComparison } from "./compare-address.ts";

export function findChosenIn(snapshot: Pick<Snapshot, "findEv" | "findModel">): FindChosen {
  return (id) => {
    const ev = snapshot.findEv(id);
    const trim = snapshot.findModel(id)
      ? ev?.trims[0]
      : ev?.trims.find(({ rowId }) => rowId === id);
    return ev && trim && { ev, trim };
  };
}

/** Replaces every unknown vehicle of an address, so that all such addresses share one document. */
const UNKNOWN_ID = 0;

/** @returns the ids and models that an address compares, including the first one too many */
export function readComparison(find: FindChosen, search: string) {
  const { chosen, leftOut, next } = resolveIds(parseComparison(search) ?? [], find);
  const named = next ? [...chosen, next] : chosen;
  const ids = named.map(({ trim }) => trim.rowId);
  const evs: readonly Ev[] = [...new Set(named.map(({ ev }) => ev))];
  return { ids: leftOut.unknown ? [UNKNOWN_ID, ...ids] : ids, evs };
}
