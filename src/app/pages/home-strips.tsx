import { clsx } from "clsx";
import { useState } from "react";

import { RecentlyViewed } from "../../features/recently-viewed/recently-viewed.tsx";
import { useRecentlyViewed, viewedModels } from "../../features/recently-viewed/recently-viewed.ts";
import { savedCars } from "../../features/saved/saved.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { lazyExtra } from "../../ui/lazy-extra.tsx";
import styles from "./home-strips.module.css";

const SavedStrip = lazyExtra(
  async () => (await import("../../features/saved/saved-strip.tsx")).SavedStrip,
);

/**
 * Cars that the visitor saved and looked at. The first script reserves their height. What was there
 * on arrival stays, what comes later shows with the next one, so that nothing moves under a pointer.
 */
export function HomeStrips() {
  const isHydrated = useHydrated();
  const [onArrival] = useState(() => ({
    saved: savedCars.get().length > 0,
    viewed: viewedModels.get().length > 0,
  }));
  const hasViewed = useRecentlyViewed().length > 0 && onArrival.viewed;
  if (isHydrated && !onArrival.saved && !hasViewed) return null;
  return (
    <div className={clsx(styles.strips, !isHydrated && styles.waiting)}>
      {(!isHydrated || onArrival.saved) && (
        <div className={styles.saved}>{isHydrated && <SavedStrip />}</div>
      )}
      {(!isHydrated || hasViewed) && (
        <div className={styles.viewed}>{isHydrated && <RecentlyViewed />}</div>
      )}
    </div>
  );
}
