import { memo, type ReactNode, useCallback, useMemo, useRef } from "react";
import { useLocation } from "wouter";

import { Button } from "../../ui/button.tsx";
import { withBase } from "../../domain/base-path.ts";
import { comparePath } from "../../domain/routes.ts";
import { countOf } from "../../domain/format.ts";
import { Dialog, type DialogControl } from "../../ui/dialog.tsx";
import { planSearch, previewSearch } from "../search/plain-words.ts";
import { TypePills } from "./choice-filters.tsx";
import { FilterControls } from "./filter-controls.tsx";
import { type FilterData, FilterSections } from "./filter-panel.tsx";
import { resetFilters } from "./filter-state.ts";
import { type FilterName, isFlagSection, SECTIONS } from "../../domain/filters/filters.ts";
import styles from "./quick-filter-dialog.module.css";
import { QuickFilterPills } from "./quick-filter-pills.tsx";
import { scrollToList } from "../../ui/scrolling/scroll-to-section.ts";
import { SearchBox } from "./search-box.tsx";
import { SearchForm } from "./search-form.tsx";
import { useFilterResults, useFilters, useLiveFacets, useMakes } from "./use-filters.tsx";

export interface QuickFilterDialogProps extends FilterData, DialogControl {
  /** number of passing models, used until they are known */
  modelsAtFirst: number;
}

/** Filters with a single choice in the specified dialog (finding.md#quick-filter-dialog). */
const PILL_FILTERS: readonly FilterName[] = ["seating", "drive"];
const PILLS = SECTIONS.filter(({ names }) => PILL_FILTERS.some((name) => names.includes(name)));
const FLAGS = SECTIONS.filter(isFlagSection);
/** The panel's other filters. */
const FOLDED = SECTIONS.filter((section) => !PILLS.includes(section) && !FLAGS.includes(section));

/** finding.md#quick-filter-dialog. Below 1024 px it also holds the panel's other filters. */
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
          <ResetFilters />
          <ShowButton evs={evs} modelsAtFirst={modelsAtFirst} onShow={() => close(true)} />
        </>
      }
    >
      <QuickFilterParts facets={facets} evs={evs} onChooseQuick={chooseQuick} />
    </Dialog>
  );
});

interface QuickFilterPartsProps extends FilterData {
  onChooseQuick: () => void;
}

/** A separate component, so that new results do not render the dialog around it. */
export function QuickFilterParts({ facets, evs, onChooseQuick }: QuickFilterPartsProps) {
  const live = useLiveFacets(facets, evs, previewSearch);
  const numbers = { facets, live };
  return (
    <div className={styles.parts}>
      <SearchForm>
        <SearchBox variant="dialog" evs={evs} />
      </SearchForm>
      <QuickFilterPills wording="pill" onChoose={onChooseQuick} />
      <div>
        {FLAGS.map((section) => (
          <FilterControls key={section.title} section={section} {...numbers} />
        ))}
      </div>
      <Part title="Type">
        <TypePills bodyTypes={live.bodyTypes} />
      </Part>
      <div className={styles.pair}>
        {PILLS.map((section) => (
          <Part key={section.title} title={section.title}>
            <FilterControls section={section} single {...numbers} />
          </Part>
        ))}
      </div>
      <div className={styles.more}>
        <FilterSections folded sections={FOLDED} facets={facets} live={live} />
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

function ResetFilters() {
  const { update } = useFilters();
  return (
    <Button variant="quiet" onClick={() => update(resetFilters)}>
      Reset all
    </Button>
  );
}

interface ShowButtonProps extends Pick<QuickFilterDialogProps, "evs" | "modelsAtFirst"> {
  onShow: () => void;
}

/** Counts what the search will find, and applies its words as filters if they find nothing literally. */
function ShowButton({ evs, modelsAtFirst, onShow }: ShowButtonProps) {
  const { state, update } = useFilters();
  const makes = useMakes();
  const [, navigate] = useLocation();
  const models = useFilterResults(evs, previewSearch)?.found.modelCount ?? modelsAtFirst;
  const plan = useMemo(
    () => evs && planSearch(state.search, evs, makes),
    [state.search, evs, makes],
  );
  const show = () => {
    if (plan?.kind === "savings") return location.assign(withBase(plan.path));
    onShow();
    if (plan?.kind === "comparison") navigate(comparePath(plan.rowIds));
    else if (evs) update((now) => previewSearch(now, evs, makes));
  };
  const countText = models === 0 ? "No matches" : `Show ${countOf(models, "model")}`;
  const buttonText = {
    filters: countText,
    savings: "Open Savings",
    comparison: "Open comparison",
  }[plan?.kind ?? "filters"];
  return (
    <Button variant="primary" className={styles.show} onClick={show}>
      <span aria-live="polite">{buttonText}</span>
    </Button>
  );
}
