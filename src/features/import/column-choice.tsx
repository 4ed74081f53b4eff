import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";

import { countOf } from "../../vehicle/counts.ts";
import { DECIMAL_SIGNS, type DecimalSign } from "../../vehicle/ev-cells.ts";
import styles from "./column-choice.module.css";
import { headerIssue, type Suggestion, suggestFields } from "./column-suggestions.ts";
import type { BadCell, CsvColumn } from "./import-schemas.server.ts";
import type { ColumnMapping } from "./import-columns.ts";
import {
  FIELD_LABELS,
  FIELD_NAMES,
  type FieldName,
  isFieldName,
  REQUIRED_FIELDS,
} from "../../vehicle/fields.ts";

interface ColumnChoiceProps {
  columns: readonly CsvColumn[];
  issues: readonly BadCell[];
  titles: readonly string[];
  mapping: ColumnMapping;
  decimal: DecimalSign | undefined;
  onChange: (header: string, field: ColumnMapping[string]) => void;
  onDecimal: (sign: DecimalSign | undefined) => void;
}

const DECIMAL_NAMES: Readonly<Record<DecimalSign, string>> = {
  point: "Point: 45,990.50",
  comma: "Comma: 45.990,50",
};

export function ColumnChoice(props: ColumnChoiceProps) {
  const { columns, issues, titles, mapping, decimal, onChange, onDecimal } = props;
  const id = useId();
  const top = useRef<HTMLDivElement>(null);
  // Whoever comes back from the end of the check begins at the first column.
  // (New browsers answer with a promise, which is no clean-up.)
  useEffect(() => {
    top.current?.scrollIntoView({ block: "start" });
  }, []);
  const named = columns.filter(({ header }) => header !== "");
  const fieldOf = ({ header, field }: CsvColumn): FieldName | null => {
    const chosen = Object.hasOwn(mapping, header) ? mapping[header] : field;
    return isFieldName(chosen) ? chosen : null;
  };
  const suggestions = useMemo(
    () =>
      suggestFields(
        columns.map(({ header }) => header),
        new Set(),
      ),
    [columns],
  );
  const used = new Set(columns.map(fieldOf));
  const missing = REQUIRED_FIELDS.filter((field) => !used.has(field));
  const twice = issues.filter(({ message }) => message === "This column is there twice");
  return (
    <div ref={top} className={styles.part}>
      <p className={styles.lead}>{leadOf(named, suggestions)}</p>
      <TitleNote titles={titles} />
      <p className={styles.decimal}>
        <label htmlFor={`${id}decimal`}>Decimal sign</label>
        <select
          id={`${id}decimal`}
          value={decimal ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onDecimal(DECIMAL_SIGNS.find((sign) => sign === value))
          }
        >
          <option value="">As found in the file</option>
          {DECIMAL_SIGNS.map((sign) => (
            <option key={sign} value={sign}>
              {DECIMAL_NAMES[sign]}
            </option>
          ))}
        </select>
      </p>
      <ul className={styles.columns}>
        {named.map((column, at) => {
          const { header } = column;
          const field = fieldOf(column);
          return (
            <li key={`${at} ${header}`}>
              <label htmlFor={`${id}${at}`}>{header}</label>
              <select
                id={`${id}${at}`}
                aria-describedby={`${id}${at}note`}
                value={field ?? ""}
                onChange={({ currentTarget: { value } }) =>
                  onChange(header, isFieldName(value) ? value : null)
                }
              >
                <option value="">Leave out</option>
                {FIELD_NAMES.map((each) => (
                  <option key={each} value={each} disabled={used.has(each) && field !== each}>
                    {FIELD_LABELS[each]}
                  </option>
                ))}
              </select>
              <p id={`${id}${at}note`} className={styles.about}>
                <ColumnNote column={column} field={field} suggestion={suggestions.get(header)} />
              </p>
            </li>
          );
        })}
      </ul>
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
    </div>
  );
}

function leadOf(
  columns: readonly CsvColumn[],
  suggestions: ReadonlyMap<string, Suggestion>,
): string {
  const unknown = columns.filter(({ field }) => field === "unknown");
  if (unknown.length === 0) return "Each column of the file with the field that it is.";
  if (unknown.length === columns.length && suggestions.size === 0) {
    return "This line was taken for the names of the columns, but none is known. If it is a title, remove it from the file and choose the file again.";
  }
  const [has, it, they] =
    unknown.length === 1 ? ["has", "it is", "it"] : ["have", "they are", "them"];
  return `${countOf(unknown.length, "column")} of this file ${has} a name that no field has. Say what ${it}, or leave ${they} out.`;
}

interface ColumnNoteProps {
  column: CsvColumn;
  field: FieldName | null;
  suggestion: Suggestion | undefined;
}

function ColumnNote({ column, field, suggestion }: ColumnNoteProps) {
  const { header, decimal, example } = column;
  if (!field) {
    if (!suggestion?.issue) return null;
    return `Not suggested as ${FIELD_LABELS[suggestion.field]}: ${suggestion.issue}.`;
  }
  const issue = headerIssue(header, field);
  if (issue) return <Warning>By its name {issue}. The figures are stored as they are.</Warning>;
  if (decimal === "unclear") {
    return <Warning>“{example}” can be two figures. Say the decimal sign above.</Warning>;
  }
  return decimal ? `Decimal ${decimal}` : null;
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <span className={styles.warning}>
      <CircleAlert aria-hidden />
      <span>{children}</span>
    </span>
  );
}

export function TitleNote({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <p className={styles.note}>
      Left out above the names of the columns: {titles.map((title) => `“${title}”`).join(", ")}
    </p>
  );
}
