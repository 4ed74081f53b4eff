import { formatPrice } from "../../domain/format.ts";
import { trimName } from "../../domain/trims.ts";
import { type Chosen, replace } from "./compare.ts";
import styles from "./trim-select.module.css";
import { changeComparison, useComparison } from "./use-comparison.ts";

interface TrimSelectProps {
  chosen: Chosen;
  /** of all that are compared */
  ids: readonly number[];
}

/** The trim of a slot, and the model's others to choose from. */
export function TrimSelect({ chosen, ids }: TrimSelectProps) {
  const { ev, trim } = chosen;
  const joined = useComparison() !== null;
  const name = trimName(ev, trim);
  if (ev.trims.length === 1 || !joined)
    return (
      <p className={styles.only} title={name}>
        {name}
      </p>
    );
  return (
    <>
      <p className={styles.printed}>{name}</p>
      <select
        aria-label={`Trim of the ${ev.make} ${ev.model}`}
        title={name}
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
    </>
  );
}
