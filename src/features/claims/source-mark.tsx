import { clsx } from "clsx";

import { useDistance } from "../../ui/use-distance.ts";
import { formatClaimValues } from "./claim-formats.ts";
import type { FigureField } from "./claims.ts";
import type { ClaimValue } from "./claims.schema.ts";
import styles from "./source-mark.module.css";

/** Marks whether a figure's sources agree (evidence.md#differing-sources). */
export function SourceMark(props: {
  field: FigureField;
  difference: readonly ClaimValue[] | null;
  isOneSource: boolean;
  /** shows a single source as a dot, which a line on the page explains */
  isShort?: boolean;
}) {
  const { field, difference, isOneSource, isShort = false } = props;
  const distance = useDistance();
  if (difference) {
    const values = formatClaimValues(field, difference, distance);
    return <span className={styles.differs}>Sources differ: {values}</span>;
  }
  if (!isOneSource) return null;
  return isShort ? (
    <span role="img" aria-label="one source" title="one source" className={styles.one} />
  ) : (
    <span className={styles.legend}>
      <span aria-hidden className={styles.one} />
      one source
    </span>
  );
}

/** Marks a comparison row in which the sources of some car's figure differ. */
export function DifferMark({ cars }: { cars: readonly string[] }) {
  return (
    cars.length > 0 && (
      <span className={clsx(styles.differs, styles.inTable)}>
        Sources differ: {cars.join(", ")}
      </span>
    )
  );
}
