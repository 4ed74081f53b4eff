import { useId } from "react";

import styles from "./column-choice.module.css";
import type { BadCell } from "./import-answer.ts";
import {
  type ColumnMapping,
  CSV_FIELDS,
  type CsvColumn,
  FIELD_LABELS,
  isCsvField,
  REQUIRED_FIELDS,
} from "./import-columns.ts";
import { countOf } from "../../vehicle/counts.ts";

interface ColumnChoiceProps {
  columns: readonly CsvColumn[];
  issues: readonly BadCell[];
  mapping: ColumnMapping;
  onChange: (header: string, field: ColumnMapping[string]) => void;
}

/** Columns that have no field's name: which field each is, or that it is left out. */
export function ColumnChoice({ columns, issues, mapping, onChange }: ColumnChoiceProps) {
  const id = useId();
  const isMapped = ({ header }: CsvColumn) => Object.hasOwn(mapping, header);
  const headers = columns.filter(isMapped);
  const fieldOf = (column: CsvColumn) => (isMapped(column) ? mapping[column.header] : column.field);
  const used = new Map<unknown, number>();
  for (const column of columns) {
    used.set(fieldOf(column), (used.get(fieldOf(column)) ?? 0) + 1);
  }
  const missing = REQUIRED_FIELDS.filter((field) => !used.has(field));
  const twice = issues.filter(({ message }) => message === "This column is there twice");
  const recognised = columns.filter((column) => isCsvField(column.field) && !isMapped(column));
  return (
    <div className={styles.part}>
      {headers.length > 0 && (
        <>
          <p className={styles.lead}>
            {countOf(headers.length, "column")} of this file {headers.length === 1 ? "has" : "have"}{" "}
            a name that no field has. Say what {headers.length === 1 ? "it is" : "they are"}, or
            leave {headers.length === 1 ? "it" : "them"} out.
          </p>
          <ul className={styles.columns}>
            {headers.map((column, at) => (
              <li key={column.header}>
                <label htmlFor={`${id}${at}`}>{column.header}</label>
                <select
                  id={`${id}${at}`}
                  value={mapping[column.header] ?? ""}
                  onChange={({ currentTarget: { value } }) =>
                    onChange(column.header, isCsvField(value) ? value : null)
                  }
                >
                  <option value="">Leave out</option>
                  {CSV_FIELDS.map((field) => (
                    <option
                      key={field}
                      value={field}
                      disabled={used.has(field) && mapping[column.header] !== field}
                    >
                      {FIELD_LABELS[field]}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
        </>
      )}
      <div role="status">
        {missing.length > 0 && (
          <p className={styles.missing}>
            {missing.length === 1
              ? "A field that every EV needs has"
              : "Fields that every EV needs have"}{" "}
            no column: <b>{missing.map((field) => FIELD_LABELS[field]).join(", ")}</b>.
          </p>
        )}
        {twice.length > 0 && (
          <p className={styles.missing}>
            The file has these columns twice, please rename or remove one:{" "}
            <b>{twice.map(({ column }) => column).join(", ")}</b>.
          </p>
        )}
      </div>
      {recognised.length > 0 && (
        <p className={styles.recognised}>
          Recognised: {recognised.map(({ header }) => header).join(", ")}
        </p>
      )}
    </div>
  );
}
