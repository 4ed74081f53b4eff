import { lazyOptional } from "../../ui/lazy.tsx";
import { useRecentlyViewed } from "./recently-viewed.ts";

const Strip = lazyOptional(
  async () => (await import("./recently-viewed-strip.tsx")).RecentlyViewedStrip,
);

/** Loads the strip only for visitors who have viewed a model. */
export function RecentlyViewed(props: {
  /** the model shown on the page itself */
  except?: number;
  className?: string | undefined;
}) {
  const { except, className } = props;
  const viewed = useRecentlyViewed().filter(({ id }) => id !== except);
  if (viewed.length === 0) return null;
  return <Strip viewed={viewed} className={className} />;
}
