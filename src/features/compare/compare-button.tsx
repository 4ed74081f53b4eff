import { ArrowLeftRight, Check } from "lucide-react";
import type { MouseEvent } from "react";

import { Button, IconButton } from "../../ui/button.tsx";
import { scrollSmoothly } from "../../ui/scrolling/scroll-to-section.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { fullTitle, putTrimFirst, removeTrims } from "./compare.ts";
import styles from "./compare-button.module.css";
import { listReturn } from "./list-return.ts";
import { changeComparison, useIsCompared } from "./comparison.ts";

export interface CompareButtonProps {
  ev: Ev;
  trim: Trim;
  compact?: boolean | undefined;
  tabIndex?: number | undefined;
  onChosen?: (() => void) | undefined;
}

/** Puts a trim first in the comparison and scrolls to the top (comparing.md#compare-button). */
export function CompareButton(props: CompareButtonProps) {
  const { ev, trim, compact = false, tabIndex, onChosen } = props;
  const isChosen = useIsCompared(trim.rowId);
  const name = fullTitle({ ev, trim });
  return (
    <button
      type="button"
      aria-label={isChosen ? `Compare ${name}, chosen` : `Compare ${name}`}
      title={compact ? "Compare" : undefined}
      tabIndex={tabIndex}
      className={compact ? styles.badge : styles.button}
      data-chosen={isChosen || undefined}
      onClick={({ currentTarget: from }: MouseEvent<HTMLButtonElement>) => {
        if (!changeComparison(putTrimFirst(trim.rowId))) return;
        const top = window.scrollY;
        onChosen?.();
        // Wait until a closing dialog has given focus and scroll position back to the page.
        setTimeout(() => {
          scrollSmoothly(0);
          document.getElementById("main")?.focus({ preventScroll: true });
          const message = `${name} is now first in the comparison.`;
          listReturn.setState({ position: { top, from, announcement: message } });
        });
      }}
    >
      {isChosen ? <Check aria-hidden /> : <ArrowLeftRight aria-hidden />}
      {!compact && <span className={styles.word}>{isChosen ? "Chosen" : "Compare"}</span>}
    </button>
  );
}

/** Unlike a card's, pressing again removes the trim, because nothing scrolls. @param compact without text */
export function CompareToggle({ ev, trim, compact = false }: CompareButtonProps) {
  const isChosen = useIsCompared(trim.rowId);
  const label = `Compare ${fullTitle({ ev, trim })}`;
  const shared = {
    "aria-pressed": isChosen,
    onClick: () => changeComparison((isChosen ? removeTrims : putTrimFirst)(trim.rowId)),
  };
  const icon = isChosen ? <Check aria-hidden /> : <ArrowLeftRight aria-hidden />;
  return compact ? (
    <IconButton label={label} {...shared}>
      {icon}
    </IconButton>
  ) : (
    <Button aria-label={label} {...shared}>
      {icon}
      Compare
    </Button>
  );
}
