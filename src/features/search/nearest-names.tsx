import { lazyOptional } from "../../ui/lazy.tsx";

/** Shows the names nearest to a text that finds nothing, as buttons (finding.md#nearest-names). */
export const NearestNames = lazyOptional(
  async () => (await import("./nearest-list.tsx")).NearestList,
);
