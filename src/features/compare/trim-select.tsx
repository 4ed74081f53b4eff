import { ChevronDown } from "lucide-react";

import { formatPrice } from "../../domain/format.ts";
import { trimName } from "../../domain/trims.ts";
import { useHydrated } from "../../ui/hydration.ts";
import { type Chosen, replace } from "./compare.ts";
import styles from "./trim-select.module.css";
import { changeComparison } from "./comparison.ts";

interface TrimSelectProps {
  chosen: Chosen;
  /** ids of all compared trims */
  ids: readonly number[];
}

/** Shows the trim in a slot and lets the visitor choose another trim of its model. */
export function TrimSelect({ chosen, ids }: TrimSelectProps) {
  const { ev, trim } = chosen;
  const isHydrated = useHydrated();
  const name = trimName(ev, trim);
  if (ev.trims.length === 1)
    return (
      <p className={styles.only} title={name} translate="no">
        {name}
      </p>
    );
  return (
    // A select would cut off its text, so it lies unseen over the name.
    <div className={styles.choice}>
      <span aria-hidden className={styles.name} translate="no">
        {name}
      </span>
      <ChevronDown aria-hidden size={16} className="no-print" />
      {isHydrated && (
        <select
          aria-label={`Trim of the ${ev.make} ${ev.model}`}
          title={name}
          translate="no"
          className={styles.select}
          value={trim.rowId}
          onChange={(event) =>
            changeComparison(replace(trim.rowId, Number(event.currentTarget.value)))
          }
        >
          {ev.trims.map((other) => (
            <option
              key={other.rowId}
              value={other.rowId}
              disabled={other.rowId !== trim.rowId && ids.includes(other.rowId)}
            >
              {trimName(ev, other)} · {formatPrice(other.price)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
