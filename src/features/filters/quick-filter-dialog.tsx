import { memo, type ReactNode, useCallback, useRef } from "react";

import { Button } from "../../ui/button.tsx";
import { countOf } from "../../vehicle/counts.ts";
import { Dialog } from "../../ui/dialog.tsx";
import {
  ChoicePills,
  NewestFilter,
  SeatPills,
  TaxCreditFilter,
  TypePills,
} from "./choice-filters.tsx";
import { type FilterData, FilterSections } from "./filter-panel.tsx";
import { resetFilters } from "./filter-state.ts";
import { MEASURES } from "./filters.ts";
import type { QuickFilterButtonProps } from "./quick-filter-button.tsx";
import styles from "./quick-filter-dialog.module.css";
import { QuickFilterPills } from "./quick-filter-pills.tsx";
import { scrollToList } from "./scroll-to-list.ts";
import { SearchBox } from "./search-box.tsx";
import { useFilterResults, useFilters, useLiveFacets } from "./use-filters.tsx";

export interface QuickFilterDialogProps extends QuickFilterButtonProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Those without another control in the dialog. */
const SECTIONS = [
  "make",
  "range",
  "price",
  "bodyType",
  "maxCharging",
  "maxConsumption",
  ...MEASURES,
] as const;

/** §2. Below 1024 px it also holds the panel's other filters. */
export const QuickFilterDialog = memo(function QuickFilterDialog(props: QuickFilterDialogProps) {
  const { open, onOpenChange, facets, evs, modelsAtFirst } = props;
  const quickChosen = useRef(false);
  const chooseQuick = useCallback(() => {
    quickChosen.current = true;
  }, []);

  const close = (show: boolean) => {
    onOpenChange(false);
    if (show || quickChosen.current) scrollToList();
    quickChosen.current = false;
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close(false))}
      title="Quick filters"
      footer={
        <>
          <ResetAll />
          <Button variant="primary" className={styles.show} onClick={() => close(true)}>
            <ShowLabel evs={evs} modelsAtFirst={modelsAtFirst} />
          </Button>
        </>
      }
    >
      <Parts facets={facets} evs={evs} onChooseQuick={chooseQuick} />
    </Dialog>
  );
});

interface PartsProps extends FilterData {
  onChooseQuick: () => void;
}

/** On their own, so that new results do not render the dialog around them. */
function Parts({ facets, evs, onChooseQuick }: PartsProps) {
  const live = useLiveFacets(facets, evs);
  return (
    <div className={styles.parts}>
      <SearchBox place="dialog" evs={evs} />
      <QuickFilterPills wording="pill" onChoose={onChooseQuick} />
      <div>
        <TaxCreditFilter count={live.taxCredit} />
        <NewestFilter />
      </div>
      <Part title="Type">
        <TypePills bodyTypes={live.bodyTypes} />
      </Part>
      <div className={styles.pair}>
        <Part title="Seating">
          <ChoicePills name="seating" facets={live.seating} single />
          <SeatPills />
        </Part>
        <Part title="Drive">
          <ChoicePills name="drive" facets={live.drive} single />
        </Part>
      </div>
      <div className={styles.more}>
        <FilterSections folded names={SECTIONS} facets={facets} live={live} />
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

function ResetAll() {
  const { update } = useFilters();
  return (
    <Button variant="quiet" onClick={() => update(resetFilters)}>
      Reset all
    </Button>
  );
}

function ShowLabel({ evs, modelsAtFirst }: Pick<QuickFilterButtonProps, "evs" | "modelsAtFirst">) {
  const models = useFilterResults(evs)?.found.modelCount ?? modelsAtFirst;
  return (
    <span aria-live="polite">
      {models === 0 ? "No model matches" : `Show ${countOf(models, "model")}`}
    </span>
  );
}
