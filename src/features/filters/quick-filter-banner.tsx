import { X } from "lucide-react";
import { memo } from "react";

import { formatPrice } from "../../vehicle/format.ts";
import { IconButton } from "../../ui/button.tsx";
import { clearQuick } from "./filter-state.ts";
import { BUDGET_CEILING_USD } from "./limits.ts";
import { QUICK_FILTER_LABELS, type QuickFilter } from "./quick-filters.ts";
import { focusMatchCount } from "./match-count.tsx";
import styles from "./quick-filter-banner.module.css";
import { useActiveFilters, useFilters } from "./use-filters.tsx";

/** What each top 5 is (§9). */
const MEANINGS: Readonly<Record<QuickFilter, string>> = {
  maxrange: "The five models with the longest range",
  fastest: "The five models with the best 0-60 time",
  cheapest: `The five lowest prices, none above ${formatPrice(BUDGET_CEILING_USD)}`,
};

/** Says which quick filter is on and takes it off; nothing without one (§2). */
export const QuickFilterBanner = memo(function QuickFilterBanner() {
  const { state, update } = useFilters();
  const active = useActiveFilters();
  if (state.quick === null) return null;
  return (
    <div role="region" aria-label="Quick filter" className={styles.banner}>
      <p className={styles.text}>
        <strong className={styles.name}>{QUICK_FILTER_LABELS[state.quick].banner}</strong>
        <span>
          {MEANINGS[state.quick]}
          {active.length > 0 && " that pass the other filters"}
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
