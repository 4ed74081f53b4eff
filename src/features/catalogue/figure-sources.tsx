import { useId } from "react";
import type { Trim } from "../../vehicle/vehicle.ts";
import styles from "./figure-sources.module.css";
import { formatDay } from "./format-day.ts";

/** Where a trim's figures come from, and when somebody checked them; nothing where neither is known. */
export function FigureSources({ trim }: { trim: Pick<Trim, "source" | "checkedOn"> }) {
  const { source, checkedOn } = trim;
  const heading = useId();
  if (source === null && checkedOn === null) return null;
  return (
    <section aria-labelledby={heading} className={styles.sources}>
      <h3 id={heading}>Where these figures come from</h3>
      {source !== null && (
        <ul>
          {[...new Set(source.split("; "))].map((statement) => (
            <li key={statement}>{statement.charAt(0).toUpperCase() + statement.slice(1)}</li>
          ))}
        </ul>
      )}
      {checkedOn !== null && (
        <p>
          Checked on <time dateTime={checkedOn}>{formatDay(checkedOn)}</time>
        </p>
      )}
    </section>
  );
}
