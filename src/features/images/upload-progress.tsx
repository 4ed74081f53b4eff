import { Check } from "lucide-react";

import styles from "./upload-progress.module.css";
import type { UploadState } from "./use-image-upload.ts";

/** How far an upload is; that it is done stays until the field changes. Both are read aloud. */
export function UploadProgress({ state }: { state: UploadState }) {
  const isSending = state.phase === "sending";
  return (
    <div className={styles.progress}>
      {isSending && (
        <progress
          className={styles.bar}
          aria-label={`Uploading ${state.fileName}`}
          value={state.share}
        />
      )}
      <p role="status" className={styles.words}>
        {state.phase === "done" && (
          <>
            <Check aria-hidden className={styles.icon} />
            Picture uploaded
          </>
        )}
        {isSending && (state.share < 1 ? "Uploading..." : "Preparing the picture...")}
      </p>
    </div>
  );
}
