import { SlidersHorizontal } from "lucide-react";
import { lazy, type RefObject, Suspense, useState } from "react";

import { IconButton } from "../../ui/icon-button.tsx";
import type { Facets } from "./facets.ts";
import styles from "./quick-filter-button.module.css";
import { scrollToList } from "./quick-filter-pills.tsx";
import { useFilters } from "./use-filters.tsx";

const loadDialog = () => import("./quick-filter-dialog.tsx");
const QuickFilterDialog = lazy(() =>
  loadDialog().then((module) => ({ default: module.QuickFilterDialog })),
);

export interface QuickFilterButtonProps {
  /** of the whole catalogue */
  facets: Facets;
  /** models that pass now */
  models: number;
  /** scrolled into view when the dialog closes on a quick filter or on its button */
  list: RefObject<Element | null>;
}

/** The icon that opens the quick-filter dialog; a figure on it says how many filters are on (§2). */
export function QuickFilterButton({ facets, models, list }: QuickFilterButtonProps) {
  const { active } = useFilters();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const count = active.length;
  return (
    <>
      <IconButton
        variant="outlined"
        label={count === 0 ? "Filters" : `Filters, ${count} on`}
        aria-haspopup="dialog"
        className={styles.button}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <SlidersHorizontal aria-hidden size={20} />
        {count > 0 && (
          <span aria-hidden className={styles.badge}>
            {count}
          </span>
        )}
      </IconButton>
      {opened && (
        <Suspense fallback={null}>
          <QuickFilterDialog
            open={open}
            onOpenChange={setOpen}
            facets={facets}
            models={models}
            onShowList={() => scrollToList(list)}
          />
        </Suspense>
      )}
    </>
  );
}
