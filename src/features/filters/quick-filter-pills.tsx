import { X } from "lucide-react";
import { memo } from "react";

import { IconButton } from "../../ui/button.tsx";
import { Pill } from "../../ui/pill.tsx";
import { clearQuick, toggleQuick } from "./filter-state.ts";
import { focusMatchCount } from "./match-count.tsx";
import styles from "./quick-filter-pills.module.css";
import { QUICK, QUICK_FILTERS } from "../../domain/filters/quick-filters.ts";
import { useActiveFilters, useFilters } from "./use-filters.tsx";

/** Pressing the active one turns it off (finding.md#quick-filters). */
export const QuickFilterPills = memo(function QuickFilterPills(props: {
  /** the page says TOP RANGE, the dialog Max Range (finding.md#quick-filters) */
  wording: "banner" | "pill";
  /** called when a quick filter was chosen; must be stable */
  onChoose: () => void;
}) {
  const { wording, onChoose } = props;
  const { state, update } = useFilters();
  return (
    <div role="group" aria-label="Quick filters" className="row">
      {QUICK_FILTERS.map((quick) => {
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
            {QUICK[quick][wording]}
          </Pill>
        );
      })}
    </div>
  );
});

/** finding.md#quick-filters: renders nothing without a quick filter. */
export const QuickFilterBanner = memo(function QuickFilterBanner() {
  const { state, update } = useFilters();
  const active = useActiveFilters();
  if (state.quick === null) return null;
  return (
    <div role="region" aria-label="Quick filter" className={styles.banner}>
      <p className={styles.text}>
        <strong className={styles.name}>{QUICK[state.quick].banner}</strong>
        <span>
          {QUICK[state.quick].meaning}
          {active.length > 0 && " that match the other filters"}
        </span>
      </p>
      <IconButton
        label="Close quick filter"
        onClick={() => {
          update(clearQuick);
          focusMatchCount();
        }}
      >
        <X aria-hidden size={20} />
      </IconButton>
    </div>
  );
});
