import type { Snapshot } from "../catalogue/catalogue-snapshot.server.ts";
import type { FindChosen } from "./compare.ts";

export function findChosenIn(snapshot: Pick<Snapshot, "findEv" | "findModel">): FindChosen {
  return (id) => {
    const ev = snapshot.findEv(id);
    const trim = snapshot.findModel(id)
      ? ev?.trims[0]
      : ev?.trims.find(({ rowId }) => rowId === id);
    return ev && trim && { ev, trim };
  };
}
