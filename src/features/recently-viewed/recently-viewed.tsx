import { lazyOptional } from "../../ui/lazy-optional.tsx";
import { useRecentlyViewed } from "./recently-viewed.ts";

const Strip = lazyOptional(
  async () => (await import("./recently-viewed-strip.tsx")).RecentlyViewedStrip,
);

export interface RecentlyViewedProps {
  /** the model that the page itself shows */
  except?: number;
  className?: string | undefined;
}

/** Loads the strip only for a visitor who has seen a model. */
export function RecentlyViewed({ except, className }: RecentlyViewedProps) {
  const viewed = useRecentlyViewed().filter(({ id }) => id !== except);
  if (viewed.length === 0) return null;
  return <Strip viewed={viewed} className={className} />;
}
