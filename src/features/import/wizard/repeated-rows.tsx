import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";

import { formatCount } from "../../../vehicle/counts.ts";
import { FIELD_LABELS, isFieldName } from "../../../vehicle/fields.ts";
import styles from "./checked-file.module.css";
import type { DryRunAnswer, RepeatedMode } from "../import.schema.ts";
import { storedText } from "./import-texts.ts";
import { LISTED_ROWS } from "../limits.ts";
import tableStyles from "./row-tables.module.css";

const CHOICES: Readonly<Record<RepeatedMode, string>> = {
  first: "Keep the first",
  last: "Keep the last",
  none: "Add neither",
};

interface RepeatedRowsProps {
  pairs: DryRunAnswer["repeated"];
  /** undefined: nobody has chosen yet */
  choice: RepeatedMode | undefined;
  onChoose: (choice: RepeatedMode) => void;
}

/** Rows of one EV that contradict each other, and which of them is written (importing.md#repeated-rows). */
export function RepeatedRows({ pairs, choice, onChoose }: RepeatedRowsProps) {
  return (
    <section
      className={clsx(styles.question, choice && styles.answered)}
      aria-label="Repeated rows"
    >
      <p>
        <CircleAlert aria-hidden />
        <span>This file has the same EV more than once, with different values.</span>
      </p>
      <fieldset className={styles.existing}>
        <legend>Which rows should be added?</legend>
        {Object.entries(CHOICES).map(([each, words]) => (
          <label key={each}>
            <input
              type="radio"
              name="repeated"
              required
              checked={choice === each}
              // The keys of the table are the choices.
              onChange={() => onChoose(each as RepeatedMode)}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <div className={styles.pairs}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">EV</th>
              <th scope="col">Field</th>
              <th scope="col">First</th>
              <th scope="col">Later</th>
            </tr>
          </thead>
          <tbody>
            {pairs.flatMap(({ rows: [first, later], name, differs }) =>
              Object.entries(differs).map(([field, values], at) => {
                if (!isFieldName(field)) return null;
                return (
                  <tr key={`${later} ${field}`}>
                    <td>
                      {at === 0 && (
                        <>
                          {name}
                          <span className={tableStyles.header}>
                            rows {formatCount(first)} and {formatCount(later)}
                          </span>
                        </>
                      )}
                    </td>
                    <td>{FIELD_LABELS[field]}</td>
                    {values.map((value, side) => (
                      <td key={side === 0 ? "first" : "later"}>{storedText(field, value)}</td>
                    ))}
                  </tr>
                );
              }),
            )}
          </tbody>
        </table>
        {pairs.length === LISTED_ROWS && (
          <p className={styles.more}>The first {formatCount(LISTED_ROWS)} are listed.</p>
        )}
      </div>
    </section>
  );
}
