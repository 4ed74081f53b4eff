import { lazyExtra } from "../../ui/lazy-extra.tsx";

/** The nearest makes and models to a text that finds nothing, as buttons (beyond 2). */
export const NearestNames = lazyExtra(async () => (await import("./nearest-list.tsx")).NearestList);
