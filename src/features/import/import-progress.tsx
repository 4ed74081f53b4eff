import styles from "./import-progress.module.css";
import type { Running } from "./use-import.ts";

const AFTERWARDS = { checking: "Checking the rows...", adding: "Adding the EVs..." } as const;

/** How much of the file has been sent; then that the server is at work. */
export function ImportProgress({ kind, sent }: Running) {
  const percent = Math.floor(sent * 100);
  const isSent = percent >= 100;
  return (
    <div className={styles.progress}>
      <p className={styles.words}>
        <span role="status">{isSent ? AFTERWARDS[kind] : "Uploading..."}</span>
        {!isSent && <span className={styles.percent}>{percent}%</span>}
      </p>
      <progress
        className={styles.bar}
        aria-label="Upload"
        max={100}
        {...(!isSent && { value: percent })}
      />
      {kind === "adding" && (
        <p className={styles.note}>
          All of it is added, or none: a broken connection leaves nothing behind.
        </p>
      )}
    </div>
  );
}
