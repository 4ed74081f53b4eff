import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { formatCount } from "../../../domain/counts.ts";
import { DATE_ORDERS } from "../../../domain/cell-dates.ts";
import { isDateField } from "../../../domain/ev-cells.ts";
import type { DecimalSign } from "../../../domain/read-number.ts";
import { FIELD_LABELS, FIELD_NAMES, isFieldName } from "../../../domain/fields.ts";
import styles from "./column-choice.module.css";
import { headerUnit, isMetricFile, type Suggestion } from "../mapping/column-suggestions.ts";
import { currencyUnit, isCurrency, unitLabel } from "../mapping/currencies.ts";
import {
  type ColumnDraft,
  foreignUnit,
  NAME,
  needsRate,
  readRate,
  sampleText,
} from "./import-draft.ts";
import { NAME_PARTS } from "../mapping/split-name.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { convertedUnit, multipleIn, unitQuestion } from "../mapping/stated-units.ts";
import { unitsOf } from "../mapping/unit-conversion.ts";

interface ColumnProps {
  column: CsvColumn;
  columnDraft: ColumnDraft;
  decimal: DecimalSign | undefined;
  /** fields that are assigned to other columns */
  taken: ReadonlySet<string | null>;
  suggestion: Suggestion | undefined;
  /** all columns of the file */
  columns: readonly CsvColumn[];
  onChange: (columnDraft: ColumnDraft) => void;
}

/** One column of the file, with samples of its values and the field that it maps to. */
export function Column(props: ColumnProps) {
  const { column, columnDraft, decimal, taken, suggestion, columns, onChange } = props;
  const id = useId();
  const { header, samples = [], isUnnamed, isBlankBelow, dates } = column;
  const { field, fillDown } = columnDraft;
  const isMetric = isMetricFile(columns);
  const question = unitQuestion(column, columnDraft, isMetric);
  const chooseField = (value: string) => {
    if (value === NAME) return onChange({ field: NAME });
    if (!isFieldName(value)) return onChange({ field: null });
    const named = headerUnit(header, value).unit ?? foreignUnit(columns, header, value);
    onChange(named === undefined ? { field: value } : { field: value, unit: named });
  };
  return (
    <li>
      <div className={styles.header}>
        <label htmlFor={id}>
          {isUnnamed && !header.startsWith("Column ") ? `Column ${header}` : header}
        </label>
        <Samples
          header={header}
          columnDraft={columnDraft}
          samples={samples}
          decimal={decimal}
          isKnown={question === undefined}
        />
      </div>
      <div className={styles.choices}>
        <select
          id={id}
          aria-describedby={`${id}note`}
          value={field ?? ""}
          onChange={({ currentTarget: { value } }) => chooseField(value)}
        >
          <option value="">Skip this column</option>
          <option value={NAME} disabled={taken.has(NAME) && field !== NAME && field !== "model"}>
            Whole name, to be split
          </option>
          {FIELD_NAMES.map((each) => (
            <option
              key={each}
              value={each}
              disabled={taken.has(each) && field !== each && !(each === "model" && field === NAME)}
            >
              {FIELD_LABELS[each]}
            </option>
          ))}
        </select>
        <UnitChoice
          column={column}
          columnDraft={columnDraft}
          isMetric={isMetric}
          onChange={onChange}
        />
        {dates && isFieldName(field) && isDateField(field) && (
          <select
            aria-label={`Order of ${header}`}
            value={columnDraft.dates ?? ""}
            onChange={({ currentTarget: { value } }) => {
              const { dates: _dates, ...others } = columnDraft;
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
                onChange({ ...columnDraft, fillDown: checked })
              }
            />
            Fill empty cells with the value above
          </label>
        )}
      </div>
      <p id={`${id}note`} className={styles.about}>
        <ColumnNote
          taken={taken}
          column={column}
          columnDraft={columnDraft}
          suggestion={suggestion}
          question={question}
        />
      </p>
    </li>
  );
}

/** Samples of a column's values, and how they are stored if that differs. */
function Samples(props: {
  header: string;
  columnDraft: ColumnDraft;
  samples: readonly string[];
  decimal: DecimalSign | undefined;
  /** whether the unit of the figures is known */
  isKnown: boolean;
}) {
  const { header, columnDraft, samples, decimal, isKnown } = props;
  return (
    <ul className={styles.samples}>
      {samples.map((sample) => {
        const stored = isKnown ? sampleText(header, columnDraft, sample, decimal) : undefined;
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

/** Names the parts that a whole name is split into; parts with a column of their own are left out. */
function splitNote(taken: ReadonlySet<string | null>): string {
  const parts = NAME_PARTS.filter((part) => part === "model" || !taken.has(part));
  const words = new Intl.ListFormat("en").format(parts);
  return `Split into ${words} by the makes and models in your catalogue. The check shows each name, and you can change it there.`;
}

interface ColumnNoteProps {
  taken: ReadonlySet<string | null>;
  column: CsvColumn;
  columnDraft: ColumnDraft;
  suggestion: Suggestion | undefined;
  question: ReturnType<typeof unitQuestion>;
}

function ColumnNote({ taken, column, columnDraft, suggestion, question }: ColumnNoteProps) {
  const { header, decimal, example, dates } = column;
  const { field, unit } = columnDraft;
  if (field === null) {
    if (!suggestion?.issue) return null;
    return `Not suggested as ${FIELD_LABELS[suggestion.field]}: ${suggestion.issue}.`;
  }
  if (field === NAME) return splitNote(taken);
  if (question === "currency") return <Warning>Which currency are these prices in?</Warning>;
  if (question === "unit") return <Warning>Which unit are these figures in?</Warning>;
  if (question === "sprint") return <Warning>Which speed are these times measured to?</Warning>;
  if (needsRate(columnDraft)) {
    const { message } = readRate(columnDraft) ?? {};
    return <Warning>{message ?? `Prices in ${unit && unitLabel(unit)} need a rate.`}</Warning>;
  }
  const named = headerUnit(header, field);
  const multiple = multipleIn(header, field);
  const issue = named.issue ?? (unit === undefined && named.unit ? `in ${named.unit}` : undefined);
  if (issue && multiple === 1)
    return <Warning>By its name {issue}. The figures are stored as they are.</Warning>;
  if (decimal === "unclear") {
    return <Warning>“{example}” can be two figures. Choose the decimal sign above.</Warning>;
  }
  if (dates === "unclear" && !columnDraft.dates) {
    return <Warning>“{example}” can be two days. Choose which part comes first.</Warning>;
  }
  const order = columnDraft.dates ?? dates;
  const converted = convertedUnit(columnDraft);
  return [
    multiple > 1 && `Multiplied by ${formatCount(multiple)}, as the column name says`,
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

interface UnitChoiceProps {
  column: CsvColumn;
  columnDraft: ColumnDraft;
  /** whether the file's other figures are metric */
  isMetric: boolean;
  onChange: (columnDraft: ColumnDraft) => void;
}

const OTHER_SPRINT = "0-100 km/h";

/** Chooses the unit of a column's figures, and the exchange rate of a currency. */
function UnitChoice({ column, columnDraft, isMetric, onChange }: UnitChoiceProps) {
  const { field, unit, rate = "" } = columnDraft;
  const units = isFieldName(field) ? unitsOf(field) : [];
  const { unit: _unit, rate: _rate, ...bare } = columnDraft;
  const question = unitQuestion(column, bare, isMetric);
  const unitOrNone = question ? "" : units[0];
  const choose = (value: string) => {
    if (value === "" || (value === units[0] && !question)) return onChange(bare);
    return onChange({ ...bare, unit: value });
  };
  return (
    <>
      {question === "sprint" && (
        <select
          aria-label={`Speed of ${column.header}`}
          required
          value={unit ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === OTHER_SPRINT ? { field: null } : { ...bare, unit: value })
          }
        >
          <option value="">Choose a speed</option>
          <option value={units[0]}>0-60 mph</option>
          <option value={OTHER_SPRINT}>0-100 km/h (not imported)</option>
        </select>
      )}
      {units.length > 1 && (
        <select
          aria-label={`${field === "price" ? "Currency" : "Unit"} of ${column.header}`}
          required
          value={unit === undefined ? unitOrNone : currencyUnit(unit)}
          onChange={({ currentTarget: { value } }) => choose(value)}
        >
          {question && <option value="">Choose a {question}</option>}
          {units.map((each) => (
            <option key={each} value={each}>
              {unitLabel(each)}
            </option>
          ))}
        </select>
      )}
      {unit !== undefined && isCurrency(unit) && (
        <label className={styles.rate}>
          <span>1 {oneUnitOf(unit)} =</span>{" "}
          <input
            required
            aria-invalid={needsRate(columnDraft) || undefined}
            inputMode="decimal"
            autoComplete="off"
            value={rate}
            onChange={({ currentTarget: { value } }) => onChange({ ...columnDraft, rate: value })}
          />{" "}
          <span>US dollars</span>
        </label>
      )}
    </>
  );
}

/** The singular of a currency: `euro` for `euros`. */
function oneUnitOf(currency: string): string {
  return unitLabel(currency)
    .replace("kronor", "krona")
    .replace("kroner", "krone")
    .replace(/(?<=[a-z])s$/, "");
}
