import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

import { DATE_ORDERS } from "../../../vehicle/cell-dates.ts";
import { type DecimalSign, isDateField } from "../../../vehicle/ev-cells.ts";
import { FIELD_LABELS, FIELD_NAMES, isFieldName } from "../../../vehicle/fields.ts";
import styles from "./column-choice.module.css";
import { headerUnit, type Suggestion } from "../mapping/column-suggestions.ts";
import { unitLabel } from "../mapping/currencies.ts";
import {
  cellsUnit,
  type ColumnDraft,
  headersOf,
  NAME,
  needsRate,
  sampleText,
} from "./import-draft.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { UnitChoice } from "./unit-choice.tsx";
import { convertedUnit, unitQuestion } from "./unit-questions.ts";

interface ColumnProps {
  column: CsvColumn;
  said: ColumnDraft;
  decimal: DecimalSign | undefined;
  used: ReadonlySet<string | null>;
  suggestion: Suggestion | undefined;
  /** all of the file */
  columns: readonly CsvColumn[];
  onChange: (said: ColumnDraft) => void;
}

/** One column of the file: what stands in it, and what it is for us. */
export function Column(props: ColumnProps) {
  const { column, said, decimal, used, suggestion, columns, onChange } = props;
  const id = useId();
  const { header, samples = [], isUnnamed, isBlankBelow, dates } = column;
  const { field, fillDown } = said;
  const headers = headersOf(columns);
  const question = unitQuestion(column, said, headers);
  const chooseField = (value: string) => {
    if (value === NAME) return onChange({ field: NAME });
    if (!isFieldName(value)) return onChange({ field: null });
    const named = headerUnit(header, value).unit ?? cellsUnit(columns, header, value);
    onChange(named === undefined ? { field: value } : { field: value, unit: named });
  };
  return (
    <li>
      <div className={styles.header}>
        <label htmlFor={id}>
          {isUnnamed && !header.startsWith("Column ") ? `Column ${header}` : header}
        </label>
        <Samples said={said} samples={samples} decimal={decimal} isKnown={question === undefined} />
      </div>
      <div className={styles.choices}>
        <select
          id={id}
          aria-describedby={`${id}note`}
          value={field ?? ""}
          onChange={({ currentTarget: { value } }) => chooseField(value)}
        >
          <option value="">Skip this column</option>
          <option value={NAME} disabled={used.has(NAME) && field !== NAME}>
            Whole name: make, model and trim
          </option>
          {FIELD_NAMES.map((each) => (
            <option key={each} value={each} disabled={used.has(each) && field !== each}>
              {FIELD_LABELS[each]}
            </option>
          ))}
        </select>
        <UnitChoice column={column} said={said} headers={headers} onChange={onChange} />
        {dates && isFieldName(field) && isDateField(field) && (
          <select
            aria-label={`Order of ${header}`}
            value={said.dates ?? ""}
            onChange={({ currentTarget: { value } }) => {
              const { dates: _dates, ...others } = said;
              const order = DATE_ORDERS.find((each) => each === value);
              onChange(order ? { ...others, dates: order } : others);
            }}
          >
            <option value="">As found in the file</option>
            <option value="day-first">Day first</option>
            <option value="month-first">Month first</option>
          </select>
        )}
        {field !== null && (isBlankBelow || fillDown) && (
          <label className={styles.fill}>
            <input
              type="checkbox"
              checked={fillDown ?? false}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ ...said, fillDown: checked })
              }
            />
            Fill empty cells with the value above
          </label>
        )}
      </div>
      <p id={`${id}note`} className={styles.about}>
        <ColumnNote column={column} said={said} suggestion={suggestion} question={question} />
      </p>
    </li>
  );
}

/** What stands in a column, and what becomes of it where that is something else. */
function Samples(props: {
  said: ColumnDraft;
  samples: readonly string[];
  decimal: DecimalSign | undefined;
  /** whether it is known what the figures are in */
  isKnown: boolean;
}) {
  const { said, samples, decimal, isKnown } = props;
  return (
    <ul className={styles.samples}>
      {samples.map((sample) => {
        const stored = isKnown ? sampleText(said, sample, decimal) : undefined;
        return (
          <li key={sample}>
            {sample}
            {stored !== undefined && stored !== sample && <b> → {stored}</b>}
          </li>
        );
      })}
    </ul>
  );
}

interface ColumnNoteProps {
  column: CsvColumn;
  said: ColumnDraft;
  suggestion: Suggestion | undefined;
  question: ReturnType<typeof unitQuestion>;
}

function ColumnNote({ column, said, suggestion, question }: ColumnNoteProps) {
  const { header, decimal, example, dates } = column;
  const { field, unit } = said;
  if (field === null) {
    if (!suggestion?.issue) return null;
    return `Not suggested as ${FIELD_LABELS[suggestion.field]}: ${suggestion.issue}.`;
  }
  if (field === NAME) return "Split using the makes and models in your catalogue.";
  if (question === "currency") return <Warning>Which currency are these prices in?</Warning>;
  if (question === "unit") return <Warning>Which unit are these figures in?</Warning>;
  if (needsRate(said)) {
    return <Warning>Prices in {unit && unitLabel(unit)} need a rate.</Warning>;
  }
  const named = headerUnit(header, field);
  const issue = named.issue ?? (unit === undefined && named.unit ? `in ${named.unit}` : undefined);
  if (issue) return <Warning>By its name {issue}. The figures are stored as they are.</Warning>;
  if (decimal === "unclear") {
    return <Warning>“{example}” can be two figures. Choose the decimal sign above.</Warning>;
  }
  if (dates === "unclear" && !said.dates) {
    return <Warning>“{example}” can be two days. Choose which part comes first.</Warning>;
  }
  const order = said.dates ?? dates;
  const converted = convertedUnit(said);
  return [
    converted && `Converted from ${unitLabel(converted)}`,
    decimal && `Decimal ${decimal}`,
    order && (order === "day-first" ? "Day first" : "Month first"),
  ]
    .filter(Boolean)
    .join(". ");
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <span className={styles.warning}>
      <CircleAlert aria-hidden />
      <span>{children}</span>
    </span>
  );
}
