import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/pill.tsx";
import { FIELD_NAMES } from "../../vehicle/fields.ts";
import { columnOf } from "./grid-columns.ts";
import { filterWords, type ListChoice } from "./row-filters.ts";
import styles from "./rows-controls.module.css";
import { orderWords } from "./sort-filter-dialog.tsx";

interface ChoiceChipsProps {
  asked: ListChoice;
  onShow: (choice: Partial<ListChoice>) => void;
}

/** How the rows are sorted and filtered; each part can be taken back. */
export function ChoiceChips({ asked: { sort, filters }, onShow }: ChoiceChipsProps) {
  const filtered = FIELD_NAMES.flatMap((field) => {
    const filter = filters[field];
    const column = columnOf(field);
    if (!filter || !column) return [];
    return [{ field, label: filterWords(column.label, filter, column.format) }];
  });
  if (!sort && filtered.length === 0) return null;
  return (
    <div role="group" aria-label="Sorted and filtered" className={styles.chips}>
      {sort && (
        <Chip
          label={`Sorted by ${columnOf(sort.field)?.label ?? sort.field}: ${orderWords(sort)}`}
          onRemove={() => onShow({ sort: null })}
        />
      )}
      {filtered.map(({ field, label }) => (
        <Chip
          key={field}
          label={label}
          onRemove={() => {
            const { [field]: _removed, ...others } = filters;
            onShow({ filters: others });
          }}
        />
      ))}
      {filtered.length > 1 && (
        <Button size="s" variant="quiet" onClick={() => onShow({ filters: {} })}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
