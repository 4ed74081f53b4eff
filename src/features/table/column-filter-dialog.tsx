import { type Facets } from "../../domain/filters/facets.ts";
import { countOf } from "../../domain/format.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, type DialogControl } from "../../ui/dialog.tsx";
import { FilterControls } from "../filters/filter-controls.tsx";
import { useFilterResults, useLiveFacets } from "../filters/use-filters.tsx";
import type { Column } from "./columns.ts";
import styles from "./table-dialogs.module.css";

/** Filter for a column: bounds, or choices with counts (table.md#headings). */
export function ColumnFilterDialog(
  props: DialogControl & { column: Column; evs: readonly Ev[]; facets: Facets },
) {
  const { column, evs, facets, ...control } = props;
  const live = useLiveFacets(facets, evs);
  const trims = useFilterResults(evs)?.found.trimCount ?? 0;
  return (
    <Dialog
      {...control}
      size="s"
      fill={false}
      title={`Filter by ${column.heading}`}
      footer={
        <Button variant="primary" onClick={() => control.onOpenChange(false)}>
          <span aria-live="polite">
            {trims === 0 ? "No matches" : `Show ${countOf(trims, "trim")}`}
          </span>
        </Button>
      }
    >
      <div className={styles.filters}>
        <h3 className="visually-hidden">{column.heading}</h3>
        <FilterControls
          section={{ title: column.heading, names: column.filters }}
          facets={facets}
          live={live}
        />
      </div>
    </Dialog>
  );
}
