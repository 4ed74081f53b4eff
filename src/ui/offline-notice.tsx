import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

import styles from "./offline-notice.module.css";

/** A line that says so while the browser has no network; what is shown stays. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    onNetworkChange,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className={styles.region}>
      {!online && (
        <p className={styles.line}>
          <WifiOff aria-hidden />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  );
}

function onNetworkChange(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
