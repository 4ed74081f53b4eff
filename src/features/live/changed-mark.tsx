import { Check } from "lucide-react";
import { useEffect, useState } from "react";

import styles from "./changed-mark.module.css";

const FLASH_MS = 1_500; // for the check mark next to a changed 0-60 value (everywhere.md#live-data)

/**
 * True for 1.5 s after a value has changed (everywhere.md#live-data); a different `owner` does not count as a
 * change.
 */
function useChangedFlash(value: number | null, owner: number): boolean {
  const [seen, setSeen] = useState<{ value: number | null; owner: number; flash: object | null }>({
    value,
    owner,
    flash: null,
  });
  const [over, setOver] = useState<object | null>(null);
  const { flash } = seen;
  if (seen.owner !== owner) setSeen({ value, owner, flash: null });
  else if (seen.value !== value) setSeen({ value, owner, flash: {} });

  useEffect(() => {
    if (!flash) return;
    const timer = setTimeout(() => setOver(flash), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flash]);

  return flash !== null && flash !== over;
}

export function ChangedMark({ value, owner }: { value: number | null; owner: number }) {
  if (!useChangedFlash(value, owner)) return null;
  return (
    <span className={styles.mark}>
      <Check aria-hidden strokeWidth={3} />
      <span className="visually-hidden">just updated</span>
    </span>
  );
}
