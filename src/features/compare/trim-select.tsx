import { formatPrice } from "../../vehicle/format.ts";
import { type Chosen, replace, trimTitle } from "./compare.ts";
import styles from "./trim-select.module.css";
import { changeComparison, useComparison } from "./use-comparison.ts";

export interface TrimSelectProps {
  chosen: Chosen;
  /** row ids that are compared: a trim stands in one slot only */
  ids: readonly number[];
}

/** The trim of a slot; where the model has others, it can be changed in place. */
export function TrimSelect({ chosen, ids }: TrimSelectProps) {
  const { ev, trim } = chosen;
  const joined = useComparison() !== null;
  const name = trimTitle(chosen);
  if (ev.trims.length === 1 || !joined) return <p className={styles.only}>{name}</p>;
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
            {trimTitle({ ev, trim: other })} · {formatPrice(other.price)}
          </option>
        ))}
      </select>
    </>
  );
}
