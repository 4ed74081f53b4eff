import { SlidersHorizontal } from "lucide-react";
import { memo } from "react";

import { IconButton } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy.tsx";
import styles from "./quick-filter-button.module.css";
import type { QuickFilterDialogProps } from "./quick-filter-dialog.tsx";
import { useActiveFilters } from "./use-filters.tsx";

const { Dialog: QuickFilterDialog, opener } = lazyDialog(
  async () => (await import("./quick-filter-dialog.tsx")).QuickFilterDialog,
);

/** Opens the dialog and shows how many filters are on (finding.md#quick-filter-dialog). */
export const QuickFilterButton = memo(function QuickFilterButton(props: QuickFilterDialogProps) {
  const active = useActiveFilters();
  const count = active.length;
  return (
    <>
      <IconButton
        variant="outlined"
        label={count === 0 ? "Filters" : `Filters, ${count} on`}
        {...opener}
        onClick={() => props.onOpenChange(true)}
      >
        <SlidersHorizontal aria-hidden size={20} />
        {count > 0 && (
          <span aria-hidden className={styles.badge}>
            {count}
          </span>
        )}
      </IconButton>
      <QuickFilterDialog {...props} />
    </>
  );
});
