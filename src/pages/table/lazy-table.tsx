import { lazyPart } from "../../ui/lazy-part.tsx";
import { Loading, SkeletonLine } from "../../ui/notice.tsx";

/** Its served rows stay until the list has loaded. */
export const Table = lazyPart(
  async () => (await import("./table-part.tsx")).TablePart,
  <Loading text="Loading EVs...">
    {Array.from({ length: 14 }, (_, row) => (
      <p key={row} style={{ marginBlock: 12 }}>
        <SkeletonLine width="100%" />
      </p>
    ))}
  </Loading>,
);
