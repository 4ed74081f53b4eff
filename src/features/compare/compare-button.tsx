import { Check, Scale } from "lucide-react";

import { toast } from "../../ui/toast.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import { fullTitle, putFirst } from "./compare.ts";
import styles from "./compare-button.module.css";
import { changeComparison, useIsCompared, wayOn } from "./use-comparison.ts";

export interface CompareButtonProps {
  ev: Ev;
  trim: Trim;
  compact?: boolean | undefined;
  onChosen?: (() => void) | undefined;
}

/** Puts a trim first in the comparison and scrolls to the top (§2, readings 5). */
export function CompareButton({ ev, trim, compact = false, onChosen }: CompareButtonProps) {
  const isChosen = useIsCompared(trim.rowId);
  const name = fullTitle({ ev, trim });
  return (
    <button
      type="button"
      aria-label={isChosen ? `Compare ${name}, chosen` : `Compare ${name}`}
      title={compact ? "Compare" : undefined}
      className={compact ? styles.badge : styles.button}
      data-chosen={isChosen || undefined}
      onClick={() => {
        if (!changeComparison(putFirst(trim.rowId))) return;
        onChosen?.();
        toast({ description: `${name} is first in the comparison.`, ...wayOn() });
        // Later: a closing dialog gives focus and scroll back to the page first.
        setTimeout(() => {
          window.scrollTo({ top: 0, behavior: "smooth" });
          document.getElementById("main")?.focus({ preventScroll: true });
        });
      }}
    >
      {isChosen ? <Check aria-hidden /> : <Scale aria-hidden />}
      {!compact && <span className={styles.word}>Compare</span>}
    </button>
  );
}
