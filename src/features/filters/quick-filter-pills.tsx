import { Gauge, Route, Wallet } from "lucide-react";
import { memo, type RefObject } from "react";

import { Pill } from "../../ui/pill.tsx";
import { toggleQuick } from "./filter-state.ts";
import { QUICK_SCROLL_MS } from "./limits.ts";
import { QUICK_FILTER_LABELS, QUICK_FILTERS, type QuickFilter } from "./quick-filters.ts";
import styles from "./quick-filter-pills.module.css";
import { scrollIntoViewOver } from "./scroll-over.ts";
import { useFilters } from "./use-filters.tsx";

const ICONS = { maxrange: Route, fastest: Gauge, cheapest: Wallet } as const satisfies Record<
  QuickFilter,
  unknown
>;

export interface QuickFilterPillsProps {
  /** the page says TOP RANGE, the dialog Max Range (§4) */
  wording: "banner" | "pill";
  /** called when one was chosen, not when it was taken off; always the same */
  onChoose: () => void;
}

/** The three quick filters; the one that is on goes off when pressed again (§4). */
export const QuickFilterPills = memo(function QuickFilterPills(props: QuickFilterPillsProps) {
  const { wording, onChoose } = props;
  const { state, update } = useFilters();
  return (
    <div role="group" aria-label="Quick filters" className={styles.pills}>
      {QUICK_FILTERS.map((quick) => {
        const Icon = ICONS[quick];
        const pressed = state.quick === quick;
        return (
          <Pill
            key={quick}
            pressed={pressed}
            className={styles.pill}
            onClick={() => {
              update((now) => toggleQuick(now, quick));
              if (!pressed) onChoose();
            }}
          >
            <Icon aria-hidden className={styles.icon} />
            {QUICK_FILTER_LABELS[quick][wording]}
          </Pill>
        );
      })}
    </div>
  );
});

/** Brings the list into view over 1.5 s, as choosing a quick filter does (§4). */
export function scrollToList(list: RefObject<Element | null>): void {
  if (list.current) scrollIntoViewOver(list.current, QUICK_SCROLL_MS);
}
