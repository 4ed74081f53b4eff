import { lazy, Suspense, useState, useSyncExternalStore } from "react";

import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { currentToast, onToastChange } from "../ui/toast.ts";

const Toaster = lazy(async () => ({ default: (await import("../ui/toaster.tsx")).Toaster }));

/** The notifications' place; its code is fetched when the first one is shown. */
export function ToasterWhenNeeded() {
  const current = useSyncExternalStore(onToastChange, currentToast, () => undefined);
  const [needed, setNeeded] = useState(false);
  if (current && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  );
}
