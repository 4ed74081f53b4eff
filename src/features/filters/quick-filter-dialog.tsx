import { memo, type ReactNode, useCallback, useRef } from "react";

import { Button } from "../../ui/button.tsx";
import { countOf } from "../../domain/format.ts";
import { useCatalogue } from "../catalogue/use-catalogue.ts";
import { Dialog, type DialogControl } from "../../ui/dialog.tsx";
import { TypePills } from "./choice-filters.tsx";
import { FilterControls } from "./filter-controls.tsx";
import { type FilterData, FilterSections } from "./filter-panel.tsx";
import { resetFilters } from "./filter-state.ts";
import { type FilterName, isFlagSection, SECTIONS } from "../../domain/filters/filters.ts";
import styles from "./quick-filter-dialog.module.css";
import { QuickFilterPills } from "./quick-filter-pills.tsx";
import { scrollToList } from "../../ui/scrolling/scroll-to-section.ts";
import { SearchForm } from "./search-form.tsx";
import { useCatalogueResults, useFilters, useLiveFacets } from "./use-filters.tsx";

export interface QuickFilterDialogProps extends FilterData, DialogControl {}

const FORM_ID = "quick-filters";

/** Filters with a single choice in the specified dialog (finding.md#quick-filter-dialog). */
const PILL_FILTERS: readonly FilterName[] = ["seating", "drive"];
const PILLS = SECTIONS.filter(({ names }) => PILL_FILTERS.some((name) => names.includes(name)));
const FLAGS = SECTIONS.filter(isFlagSection);
/** The panel's other filters. */
const FOLDED = SECTIONS.filter((section) => !PILLS.includes(section) && !FLAGS.includes(section));

/** finding.md#quick-filter-dialog. Below 1024 px it also holds the panel's other filters. */
export const QuickFilterDialog = memo(function QuickFilterDialog(props: QuickFilterDialogProps) {
  const { open, onOpenChange, facets, evs } = props;
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
          <ShowButton onShow={() => close(true)} />
        </>
      }
    >
      <QuickFilterParts
        facets={facets}
        evs={evs}
        onChooseQuick={chooseQuick}
        onSearch={() => close(true)}
      />
    </Dialog>
  );
});

/** A separate component, so that new results do not render the dialog around it. */
export function QuickFilterParts(
  props: FilterData & { onChooseQuick: () => void; onSearch: () => void },
) {
  const { facets, evs, onChooseQuick, onSearch } = props;
  const live = useLiveFacets(facets, evs);
  const numbers = { facets, live };
  return (
    <div className={styles.parts}>
      <SearchForm variant="dialog" evs={evs} id={FORM_ID} onSearch={onSearch} />
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
            <FilterControls section={section} isSingle {...numbers} />
          </Part>
        ))}
      </div>
      <div className={styles.more}>
        <FilterSections isFolded sections={FOLDED} facets={facets} live={live} />
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

/** Words that find nothing by themselves are searched as on Enter, which may turn them into filters. */
function ShowButton({ onShow }: { onShow: () => void }) {
  const { state } = useFilters();
  const models = useCatalogueResults(useCatalogue())?.found.modelCount;
  const isSearch = models === 0 && state.search !== "";
  const show = models === undefined ? "Show" : `Show ${countOf(models, "model")}`;
  const countText = models === 0 ? "No matches" : show;
  return (
    <Button
      variant="primary"
      className={styles.show}
      {...(isSearch ? { type: "submit" as const, form: FORM_ID } : { onClick: onShow })}
    >
      <span aria-live="polite">{isSearch ? "Search" : countText}</span>
    </Button>
  );
}
