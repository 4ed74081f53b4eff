import { CircleAlert } from "lucide-react";

import { countOf } from "../../vehicle/counts.ts";
import type { UnusualFigures } from "./import-schemas.server.ts";
import { FIELD_LABELS } from "../../vehicle/fields.ts";
import { catalogueWords, storedText } from "./stored-text.ts";
import styles from "./unusual-list.module.css";

/** Figures that no row of the catalogue comes near: a person looks at them, and decides. */
export function UnusualList({ unusual }: { unusual: readonly UnusualFigures[] }) {
  if (unusual.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="unusual-figures">
      <h3 id="unusual-figures" className={styles.title}>
        <CircleAlert aria-hidden />
        Are these figures right?
      </h3>
      {unusual.map((each) => (
        <Unusual key={each.column} {...each} />
      ))}
    </section>
  );
}

function Unusual(props: UnusualFigures) {
  const { field, column, count, rows } = props;
  return (
    <details className={styles.field}>
      <summary>
        <b>{FIELD_LABELS[field]}</b>: {storedText(field, rows[0]?.value)}? {catalogueWords(props)}
        {count > 1 && ` (${countOf(count, "such figure")})`}
      </summary>
      <p className={styles.column}>From the column “{column}”:</p>
      <ul>
        {rows.map(({ row, year, make, model, trim, value }) => (
          <li key={row}>
            <span className={styles.value}>{storedText(field, value)}?</span> row {row}, {year}{" "}
            {make} {model} {trim}
          </li>
        ))}
        {count > rows.length && <li>...and {countOf(count - rows.length, "more row")}</li>}
      </ul>
    </details>
  );
}
