import { X } from "lucide-react";

import styles from "./chip.module.css";

interface ChipProps {
  label: string;
  onRemove: () => void;
}

/** A removable choice, such as a filter; the whole chip is the button. */
export function Chip({ label, onRemove }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={`Remove ${label}`}
      data-plain
      onClick={onRemove}
    >
      <span className={styles.label}>{label}</span>
      <X aria-hidden className={styles.cross} />
    </button>
  );
}
