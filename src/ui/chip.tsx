import { X } from "lucide-react";

import styles from "./chip.module.css";

interface ChipProps {
  /** what is on, e.g. `Tesla` or `Up to $60k` */
  label: string;
  onRemove: () => void;
}

/** Something that is on and can be taken off; the whole chip is the button. */
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
