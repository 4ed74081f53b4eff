import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { DATE_ORDERS } from "../../../domain/cell-dates.ts";
import { isDateField } from "../../../domain/ev-cells.ts";
import { FIELD_LABELS, FIELD_NAMES, isFieldName } from "../../../domain/fields.ts";
import type { CsvColumn, ReadColumn } from "../columns/columns.schema.ts";
import type { ColumnMapping, FieldMapping } from "../mapping/import-mapping.schema.ts";
import { isNameMapping } from "../mapping/import-mapping.ts";
import styles from "./column-choice.module.css";
import { convertedUnit, unitLabel } from "../stored-text.ts";
import { NAME, WHOLE_NAME } from "./import-draft.ts";

interface ColumnProps {
  column: CsvColumn;
  mapped: ColumnMapping;
  /** how the server reads it; undefined until it has answered */
  reading: ReadColumn | undefined;
  /** fields that are assigned to other columns */
  taken: ReadonlySet<string | null>;
  onChange: (mapped: ColumnMapping) => void;
  /** chooses another field, whose unit the server may know */
  onChooseField: (mapped: ColumnMapping) => void;
}

/** One column of the file, with samples of its values and the field that it maps to. */
export function Column({ column, mapped, reading, taken, onChange, onChooseField }: ColumnProps) {
  const id = useId();
  const { header, samples = [], isUnnamed, isBlankBelow, dates } = column;
  const field = isNameMapping(mapped) ? NAME : mapped.field;
  const chooseField = (value: string) => {
    if (value === NAME) onChange(WHOLE_NAME);
    else if (isFieldName(value)) onChooseField({ field: value });
    else onChange({ field: null });
  };
  return (
    <li>
      <div className={styles.header}>
        <label htmlFor={id}>
          {isUnnamed && !header.startsWith("Column ") ? `Column ${header}` : header}
        </label>
        <ul className={styles.samples}>
          {samples.map((sample, at) => {
            const stored = reading?.stored[at] ?? sample;
            return (
              <li key={sample}>
                {sample}
                {stored !== sample && <b> → {stored}</b>}
              </li>
            );
          })}
        </ul>
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
        {!isNameMapping(mapped) && (
          <>
            <UnitChoice header={header} mapped={mapped} reading={reading} onChange={onChange} />
            {dates && isFieldName(field) && isDateField(field) && (
              <select
                aria-label={`Order of ${header}`}
                value={mapped.dates ?? ""}
                onChange={({ currentTarget: { value } }) => {
                  const { dates: _dates, ...others } = mapped;
                  const order = DATE_ORDERS.find((each) => each === value);
                  onChange(order ? { ...others, dates: order } : others);
                }}
              >
                <option value="">As found in the file</option>
                <option value="day-first">Day first</option>
                <option value="month-first">Month first</option>
              </select>
            )}
          </>
        )}
        {field !== null && (isBlankBelow || mapped.fillDown) && (
          <label className={styles.fill}>
            <input
              type="checkbox"
              checked={mapped.fillDown ?? false}
              onChange={({ currentTarget: { checked } }) =>
                onChange({ ...mapped, fillDown: checked })
              }
            />
            Fill empty cells with the value above
          </label>
        )}
      </div>
      <p id={`${id}note`} className={styles.about}>
        {reading?.isDoubtful ? (
          <span className={styles.warning}>
            <CircleAlert aria-hidden />
            <span>{reading.note}</span>
          </span>
        ) : (
          reading?.note
        )}
      </p>
    </li>
  );
}

interface UnitChoiceProps {
  header: string;
  mapped: FieldMapping;
  reading: ReadColumn | undefined;
  onChange: (mapped: FieldMapping) => void;
}

const SPRINT = "0-60 mph";
const OTHER_SPRINT = "0-100 km/h";

/** Chooses the unit of a column's figures, and the exchange rate of a currency. */
function UnitChoice({ header, mapped, reading, onChange }: UnitChoiceProps) {
  const { field, unit, rate = "" } = mapped;
  const { question, units = [], needsRate = false } = reading ?? {};
  const isForeignPrice =
    field === "price" &&
    convertedUnit({ field, ...(unit !== undefined && { unit }) }) !== undefined;
  const { unit: _unit, rate: _rate, ...bare } = mapped;
  const choose = (value: string) => onChange(value === "" ? bare : { ...bare, unit: value });
  return (
    <>
      {question === "sprint" && (
        <select
          aria-label={`Speed of ${header}`}
          required
          value={unit ?? ""}
          onChange={({ currentTarget: { value } }) =>
            value === OTHER_SPRINT ? onChange({ field: null }) : choose(value)
          }
        >
          <option value="">Choose a speed</option>
          <option value="seconds">{SPRINT}</option>
          <option value={OTHER_SPRINT}>{OTHER_SPRINT} (not imported)</option>
        </select>
      )}
      {units.length > 0 && (
        <select
          aria-label={`${field === "price" ? "Currency" : "Unit"} of ${header}`}
          required
          value={unit ?? (question ? "" : units[0])}
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
      {unit !== undefined && isForeignPrice && (
        <label className={styles.rate}>
          <span>1 {oneUnitOf(unit)} =</span>{" "}
          <input
            required
            aria-invalid={needsRate || undefined}
            inputMode="decimal"
            autoComplete="off"
            value={rate}
            onChange={({ currentTarget: { value } }) => onChange({ ...mapped, rate: value })}
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
