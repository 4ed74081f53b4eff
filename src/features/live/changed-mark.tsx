import { Check } from "lucide-react";

import { useDelayedValue } from "../../ui/use-delayed-value.ts";
import styles from "./changed-mark.module.css";

const FLASH_MS = 1_500; // for the check mark next to a changed 0-60 value (everywhere.md#live-data)

/** Next to a value for 1.5 s after it has changed. Needs a `key`: another car's value is no change. */
export function ChangedMark({ value }: { value: number | null }) {
  if (useDelayedValue(value, FLASH_MS) === value) return null;
  return (
    <span className={styles.mark}>
      <Check aria-hidden strokeWidth={3} />
      <span className="visually-hidden">just updated</span>
    </span>
  );
}
