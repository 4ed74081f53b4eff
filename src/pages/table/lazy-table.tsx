import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loading, Skeleton } from "../../ui/notice.tsx";

/** Its served rows stand until the list is there. */
export const Table = lazyPart(
  async () => (await import("./table-part.tsx")).TablePart,
  <Loading text="Loading EVs...">
    <Skeleton height="80vh" />
  </Loading>,
);
